package percentbeam

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/bulk/parquet"
	"github.com/pct-encoded/percent/internal/compress"
)

// source returns the file with that name as a source. If the file is compressed, the
// source is its decompressed text; otherwise it can seek, if its file system can.
func source(ctx context.Context, name string) bulk.Source {
	return bulk.Source{Name: name, Open: func() (io.ReadCloser, error) {
		files, err := filesystem.New(ctx, name)
		if err != nil {
			return nil, err
		}
		file, err := files.OpenRead(ctx, name)
		if err != nil {
			return nil, errors.Join(err, files.Close())
		}
		all := closers{file, files}
		text, format, err := compress.NewReader(file, compress.FormatOf(name))
		if err != nil {
			return nil, errors.Join(err, all.Close())
		}
		if at, ok := file.(io.ReadSeeker); ok && format == compress.None {
			if _, err := at.Seek(0, io.SeekStart); err == nil {
				return seekable{at, all}, nil
			}
		}
		return stream{text, append(closers{text}, all...)}, nil
	}}
}

// parquetFile returns the file with that name.
func parquetFile(ctx context.Context, name string) parquet.File {
	return parquet.File{Name: name, Open: func() (parquet.ReaderAtCloser, int64, error) { return readerAt(ctx, name) }}
}

// readerAt opens a file for reading at any offset, and returns its size in bytes.
func readerAt(ctx context.Context, name string) (parquet.ReaderAtCloser, int64, error) {
	files, err := filesystem.New(ctx, name)
	if err != nil {
		return nil, 0, err
	}
	file, err := files.OpenRead(ctx, name)
	if err != nil {
		return nil, 0, errors.Join(err, files.Close())
	}
	all := closers{file, files}
	at, ok := file.(interface {
		io.ReaderAt
		io.Seeker
	})
	if !ok {
		return nil, 0, errors.Join(parquet.ErrNoFile, all.Close())
	}
	size, err := at.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, 0, errors.Join(parquet.ErrNoFile, all.Close())
	}
	return randomly{at, all}, size, nil
}

// A randomly can be read at any offset.
type randomly struct {
	io.ReaderAt
	closers
}

// A seekable is a file that can seek.
type seekable struct {
	io.ReadSeeker
	closers
}

// A stream can only be read from start to end.
type stream struct {
	io.Reader
	closers
}

// closers are closed one after the other.
type closers []io.Closer

func (c closers) Close() error {
	var err error
	for _, one := range c {
		err = errors.Join(err, one.Close())
	}
	return err
}

// withFiles calls f with the file system that a name belongs to.
func withFiles(ctx context.Context, name string, f func(filesystem.Interface) error) error {
	files, err := filesystem.New(ctx, name)
	if err != nil {
		return err
	}
	return errors.Join(f(files), files.Close())
}

// rename gives a file its final name.
func rename(ctx context.Context, from, to string) error {
	return withFiles(ctx, to, func(files filesystem.Interface) error {
		// Writing a file creates its folder, but renaming one does not.
		if isLocal(to) {
			if err := makeFolder(filepath.Dir(to)); err != nil {
				return err
			}
		}
		return filesystem.Rename(ctx, files, from, to)
	})
}

// remove removes a file. It is not an error if there is none.
func remove(ctx context.Context, name string) error {
	return withFiles(ctx, name, func(files filesystem.Interface) error {
		r, ok := files.(filesystem.Remover)
		if !ok {
			return nil
		}
		if err := r.Remove(ctx, name); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	})
}

// exists reports whether there is a file with that name.
func exists(ctx context.Context, name string) (found bool, err error) {
	err = withFiles(ctx, name, func(files filesystem.Interface) error {
		names, err := files.List(ctx, escaped(name))
		found = len(names) > 0
		return err
	})
	return found, err
}

// escaped returns the pattern that matches only name.
func escaped(name string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(name)
}

// isLocal reports whether name is a file of this machine.
func isLocal(name string) bool { return !strings.Contains(name, "://") }

// join appends a name to a folder or a prefix such as gs://bucket/.
func join(folder, name string) string { return strings.TrimSuffix(folder, "/") + "/" + name }

// outputName returns the name of the result of a part below the output: the name of
// its source without root, which commonRoot returned. If the source has several parts,
// the number of the part is inserted before the extensions.
func outputName(p bulk.Part, root string) string {
	name := filepath.ToSlash(p.Source)
	if rest, ok := strings.CutPrefix(name, root); ok && (!isLocal(name) || filepath.IsLocal(rest)) {
		name = rest
	} else if absolute, err := filepath.Abs(p.Source); err == nil {
		name = strings.TrimPrefix(filepath.ToSlash(absolute), root)
	}
	if isLocal(p.Source) {
		name = path.Clean(name)
	}
	if p.Of == 1 {
		return name
	}
	stem, ending := name, ""
	if compress.FormatOf(stem) != compress.None {
		ending = path.Ext(stem)
		stem = strings.TrimSuffix(stem, ending)
	}
	if own := path.Ext(stem); own != stem {
		stem, ending = strings.TrimSuffix(stem, own), own+ending
	}
	return fmt.Sprintf("%s-%05d-of-%05d%s", stem, p.Index, p.Of, ending)
}

// commonRoot returns the folder that all inputs share. Results have their names below
// the output as inputs have them below this folder. It is absolute if no relative one
// contains all inputs.
func commonRoot(names []string) (string, error) {
	for _, name := range names {
		if schemeOf(name) != schemeOf(names[0]) {
			return "", &UsageError{Text: names[0] + " and " + name + " are in different file systems", Hint: "run one after the other, into two folders"}
		}
	}
	root := rootOf(names)
	if !slices.ContainsFunc(names, func(name string) bool {
		return isLocal(name) && !filepath.IsLocal(strings.TrimPrefix(filepath.ToSlash(name), root))
	}) {
		return root, nil
	}
	all := make([]string, len(names))
	for i, name := range names {
		var err error
		if all[i], err = filepath.Abs(name); err != nil {
			return "", err
		}
	}
	return rootOf(all), nil
}

// schemeOf returns the scheme of the name of a file on another machine, such as gs, or
// "" for a local file.
func schemeOf(name string) string {
	if scheme, _, ok := strings.Cut(name, "://"); ok {
		return scheme
	}
	return ""
}

// rootOf returns the folder that all names have in common, with its final slash.
func rootOf(names []string) string {
	root := ""
	for i, name := range names {
		folder, _ := path.Split(filepath.ToSlash(name))
		if i == 0 {
			root = folder
		}
		for !strings.HasPrefix(folder, root) {
			root, _ = path.Split(strings.TrimSuffix(root, "/"))
		}
	}
	return root
}
