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
	"github.com/pct-encoded/percent/bulk/compress"
	"github.com/pct-encoded/percent/bulk/parquet"
	"github.com/pct-encoded/percent/bulk/recipe"
)

// source returns the file of that name: one that can be read from any place, where
// its file system can, or the text that it holds in compressed form.
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
		text, format, err := compress.NewReader(file)
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

// parquetFile returns the file of that name.
func parquetFile(ctx context.Context, name string) parquet.File {
	return parquet.File{Name: name, Open: func() (parquet.ReaderAtCloser, int64, error) { return readerAt(ctx, name) }}
}

// readerAt opens a file that can be read at any place, and returns its size.
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

// A randomly read file can be read at any place.
type randomly struct {
	io.ReaderAt
	closers
}

// A seekable is a file that can be read from any place.
type seekable struct {
	io.ReadSeeker
	closers
}

// A stream can be read from its start.
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

// withFiles calls f with the file system of a name.
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
		// A folder comes into being with a file in it, and a rename needs one.
		if isLocal(to) {
			if err := makeFolder(filepath.Dir(to)); err != nil {
				return err
			}
		}
		return filesystem.Rename(ctx, files, from, to)
	})
}

// remove removes a file, which need not be there.
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

// exists reports whether there is a file of that name.
func exists(ctx context.Context, name string) (found bool, err error) {
	err = withFiles(ctx, name, func(files filesystem.Interface) error {
		names, err := files.List(ctx, escaped(name))
		found = len(names) > 0
		return err
	})
	return found, err
}

// escaped returns the pattern that matches name alone.
func escaped(name string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(name)
}

// isLocal reports whether a name is that of a file of this machine.
func isLocal(name string) bool { return !strings.Contains(name, "://") }

// join puts a name behind a folder or a prefix such as gs://bucket/.
func join(folder, name string) string { return strings.TrimSuffix(folder, "/") + "/" + name }

// outputName returns the name of the result of a part, below the output: that of its
// source without root, as commonRoot returns it. Where a source has several parts, the
// number of the part comes in front of the endings.
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

// commonRoot returns what the names of results leave out of those of inputs, so that
// each is one below the output: the folder that they have in common, which is absolute
// if only that holds all of them.
func commonRoot(names []string) (string, error) {
	for _, name := range names {
		if schemeOf(name) != schemeOf(names[0]) {
			return "", &recipe.UsageError{Text: names[0] + " and " + name + " are in different file systems", Hint: "run one after the other, into two folders"}
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

// schemeOf returns what the name of a file of another machine begins with, such as gs.
func schemeOf(name string) string {
	if scheme, _, ok := strings.Cut(name, "://"); ok {
		return scheme
	}
	return ""
}

// rootOf returns the folder that all names have in common, with its slash.
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
