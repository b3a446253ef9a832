package percentbeam

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"
)

// left returns the names of the files below a folder, without it.
func left(t *testing.T, folder string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(folder, func(name string, d os.DirEntry, err error) error {
		if err == nil && name != folder {
			names = append(names, strings.TrimPrefix(filepath.ToSlash(name), filepath.ToSlash(folder)+"/"))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestHold(t *testing.T) {
	ctx := context.Background()
	output := t.TempDir()
	a, b := Spec{Output: output, Run: "a"}, Spec{Output: output, Run: "b"}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(output, link); err == nil {
		b.Output = link
	}
	release, err := a.Hold(ctx, Holding{})
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range []Holding{{}, {TakeOver: true}, {Remote: true}} {
		var held *HeldError
		if _, err := b.Hold(ctx, h); !errors.As(err, &held) || !held.Running || held.Record.Run != "a" || held.Record.PID != os.Getpid() || !strings.HasSuffix(held.File, ".attempts/a.json") {
			t.Errorf("%+v: %v", h, err)
		}
	}
	if got := fmt.Sprint(left(t, output)); got != "[.attempts .attempts/a.json .attempts/lock]" {
		t.Errorf("there is %s", got)
	}
	if err := release(); err != nil {
		t.Error(err)
	}
	if got := left(t, output); got != nil {
		t.Errorf("left over: %q", got)
	}
	// A run that has ended meanwhile has left its manifest.
	if err := os.WriteFile(filepath.Join(output, ManifestName), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var usage *UsageError
	if _, err := b.Hold(ctx, Holding{}); !errors.As(err, &usage) {
		t.Errorf("with a manifest: %v", err)
	}
	if got := fmt.Sprint(left(t, output)); got != "[manifest.jsonl]" {
		t.Errorf("there is %s", got)
	}
}

// TestHoldErrors: two runs with one folder for --errors are two runs into one folder.
func TestHoldErrors(t *testing.T) {
	ctx := context.Background()
	top := t.TempDir()
	a := Spec{Output: join(top, "a"), Errors: join(top, "bad"), Run: "a"}
	b := Spec{Output: join(top, "b"), Errors: join(top, "./bad"), Run: "b"}
	release, err := a.Hold(ctx, Holding{})
	if err != nil {
		t.Fatal(err)
	}
	var held *HeldError
	if _, err := b.Hold(ctx, Holding{}); !errors.As(err, &held) || held.Folder != b.Errors {
		t.Errorf("%v", err)
	}
	if got := left(t, b.Output); got != nil {
		t.Errorf("left over: %q", got)
	}
	if err := release(); err != nil {
		t.Error(err)
	}
	if release, err = b.Hold(ctx, Holding{}); err != nil {
		t.Fatal(err)
	}
	if err := release(); err != nil {
		t.Error(err)
	}
	both := Spec{Output: top, Errors: top + "/", Run: "c"}
	if release, err = both.Hold(ctx, Holding{}); err != nil {
		t.Fatalf("one folder for both: %v", err)
	}
	if err := release(); err != nil {
		t.Error(err)
	}
}

// TestHoldAfterDeath: what dead runs have left is removed only where it is certain that
// they are dead.
func TestHoldAfterDeath(t *testing.T) {
	ctx := context.Background()
	output := t.TempDir()
	put := func(name, text string) {
		t.Helper()
		name = filepath.Join(output, ".attempts", filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	put("lock", "")
	put("dead.json", `{"run":"dead","host":"h","pid":1,"began":"2026-01-02T03:04:05Z","locked":true}`)
	put("dead.new", `{"ru`)
	put("dead/00001-x", "half")
	put("unknown/00001-x", "somebody's")
	s := Spec{Output: output, Run: "mine"}
	release, err := s.Hold(ctx, Holding{})
	if err != nil {
		t.Fatal(err)
	}
	if err := release(); err != nil {
		t.Error(err)
	}
	if got := fmt.Sprint(left(t, output)); got != "[.attempts .attempts/unknown .attempts/unknown/00001-x]" {
		t.Errorf("there is %s", got)
	}
	for name, text := range map[string]string{
		"far.json":    `{"run":"far","host":"h","pid":1,"began":"2026-01-02T03:04:05Z","locked":false}`,
		"broken.json": `{"run":`,
		"other.json":  `{"run":"../../x","locked":true}`,
	} {
		put(name, text)
		before := fmt.Sprint(left(t, output))
		var held *HeldError
		if _, err := s.Hold(ctx, Holding{}); !errors.As(err, &held) || held.Running || !strings.HasSuffix(held.File, "/"+name) {
			t.Errorf("%s: %v", name, err)
		}
		if got := fmt.Sprint(left(t, output)); got != before {
			t.Errorf("%s: there is %s and was %s", name, got, before)
		}
		release, err := s.Hold(ctx, Holding{TakeOver: true})
		if err != nil {
			t.Fatal(err)
		}
		if err := release(); err != nil {
			t.Error(err)
		}
		if got := fmt.Sprint(left(t, output)); got != "[.attempts .attempts/unknown .attempts/unknown/00001-x]" {
			t.Errorf("%s: there is %s", name, got)
		}
	}
}

// TestHoldAtOnce: of runs that begin at the same time, one at most holds the folder,
// with locks of the system and without.
func TestHoldAtOnce(t *testing.T) {
	for _, output := range []string{t.TempDir(), "memfs://out"} {
		held, refused := 0, 0
		for round := range 100 {
			var mu sync.Mutex
			var all sync.WaitGroup
			inside := 0
			for i := range 10 {
				wait := time.Duration(rand.Int64N(int64(time.Millisecond)))
				all.Go(func() {
					time.Sleep(wait)
					s := Spec{Output: output, Run: fmt.Sprintf("%d-%d", round, i)}
					release, err := s.Hold(context.Background(), Holding{Remote: i%2 == 0})
					mu.Lock()
					var other *HeldError
					if err != nil {
						if refused++; !errors.As(err, &other) {
							t.Error(err)
						}
						mu.Unlock()
						return
					}
					held++
					if inside++; inside > 1 {
						t.Errorf("%d at a time", inside)
					}
					mu.Unlock()
					time.Sleep(100 * time.Microsecond)
					mu.Lock()
					inside--
					mu.Unlock()
					if err := release(); err != nil {
						t.Error(err)
					}
				})
			}
			all.Wait()
		}
		t.Logf("%s: %d held, %d refused", output, held, refused)
		if held < 10 || refused == 0 {
			t.Error("they did not begin at the same time")
		}
		if names, err := (&folder{name: output}).records(context.Background()); err != nil || len(names) > 0 {
			t.Errorf("left over: %q, %v", names, err)
		}
	}
}
