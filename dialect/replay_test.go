package dialect_test

import (
	"bytes"
	"go/format"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/dialect/internal/proof"
	"github.com/pct-encoded/percent/internal/recordings"
)

const interop = "../interop"

var prove = sync.OnceValues(func() (*proof.Result, error) { return proof.Run(interop) })

func proved(t *testing.T) *proof.Result {
	t.Helper()
	recordings.Folder(t)
	r, err := prove()
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Implementations) < 760 {
		t.Fatalf("only %d recordings", len(r.Implementations))
	}
	return r
}

// Every recording gives the same through the dialect that its implementation
// names: every byte, code point and string, errors as errors. So do the random
// inputs, which proof.Run has tried; TestConverse shows the first that differs.
func TestReplay(t *testing.T) {
	r := proved(t)
	cases, random := 0, 0
	for _, m := range r.Implementations {
		i, err := dialect.LookupImplementation(m.ID)
		if err != nil {
			continue
		}
		if c, got, differs := proof.Mismatch(i.Dialect(), m); differs {
			t.Errorf("%s: %s of %q is %s through %s, but %q (error: %t) was recorded", m.ID, c.Name, c.Input, got, i.Dialect().ID, c.Output, c.Failed)
		}
		cases += len(m.Cases)
		if m.Random != nil {
			random += len(m.Random.Questions)
		}
	}
	t.Logf("%d cases, %d random inputs", cases, random)
}

// Neither is there an implementation without a recording, nor a recording
// without an implementation, unless a list says why.
func TestConverse(t *testing.T) {
	r := proved(t)
	for _, p := range r.Problems {
		t.Error(p)
	}
	recorded := map[string]bool{}
	encoders, decoders := 0, 0
	for _, m := range r.Implementations {
		recorded[m.ID] = true
		i, err := dialect.LookupImplementation(m.ID)
		if err != nil || !strings.EqualFold(i.ID, m.ID) {
			continue
		}
		if (i.Encodes != "") != m.Encoder() || i.Language != m.Language || i.Version != m.Version || i.Call != m.Call {
			t.Errorf("%s is not what was recorded", m.ID)
		}
		if m.Encoder() {
			encoders++
		} else {
			decoders++
		}
	}
	for m := range dialect.Implementations() {
		if !recorded[m.ID] {
			t.Errorf("%s has no recording", m.ID)
		}
	}
	t.Logf("%d encoders and %d decoders of %d recordings; %d pending, %d unexpressed",
		encoders, decoders, len(r.Implementations), len(r.Pending), len(r.Unexpressed))
}

// The replay notices a single changed byte, whichever it is and in whichever
// recording.
func TestReplayNoticesOneByte(t *testing.T) {
	r := proved(t)
	tried := 0
	for n, m := range r.Implementations {
		i, err := dialect.LookupImplementation(m.ID)
		if err != nil {
			continue
		}
		for k := range m.Cases {
			// One case in fifty of each implementation, another one each time.
			if (k+n)%50 != 0 || m.Cases[k].Failed {
				continue
			}
			changed := *m
			changed.Cases = slices.Clone(m.Cases)
			out := bytes.Clone(m.Cases[k].Output)
			if len(out) == 0 {
				out = []byte{'x'}
			} else {
				out[n%len(out)] ^= 1
			}
			changed.Cases[k].Output = out
			if _, _, differs := proof.Mismatch(i.Dialect(), &changed); !differs {
				t.Errorf("%s: %s could be %q", m.ID, m.Cases[k].Name, out)
			}
			tried++
		}
	}
	if tried < 1000 {
		t.Errorf("only %d changes tried", tried)
	}
}

func TestImplementationsAreGenerated(t *testing.T) {
	want, err := format.Source(proved(t).Source())
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("recorded_generated.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("recorded_generated.go is not what go generate ./dialect writes")
	}
}

// The replay of random inputs notices an output that changed, also where its
// character stays the same.
func TestRandomReplayNoticesOneByte(t *testing.T) {
	r := proved(t)
	tried, hidden := 0, 0
	for n, m := range r.Implementations {
		i, err := dialect.LookupImplementation(m.ID)
		if err != nil || m.Random == nil || r.Differs[m.ID] != "" || n%8 != 0 {
			continue
		}
		at := n % len(m.Random.Questions)
		_, _, _, differs := m.Random.Differs(func(src []byte) ([]byte, error) {
			answer := i.Dialect().AppendDecode
			if m.Encoder() {
				answer = i.Dialect().AppendEncode
			}
			out, err := answer(nil, src)
			if err == nil && bytes.Equal(src, m.Random.Questions[at].Octets) {
				for c := range 256 {
					longer := append(bytes.Clone(out), byte(c))
					if recordings.OutputMark(longer) == m.Random.Answers[at] {
						hidden++
						return longer, nil
					}
				}
				out = append(out, 'x')
			}
			return out, err
		})
		if mark := m.Random.Answers[at]; !differs && mark != recordings.Refused && mark != recordings.Inexpressible {
			t.Errorf("%s: the answer to %q could be longer", m.ID, m.Random.Questions[at].Octets)
		}
		tried++
	}
	if tried < 30 || hidden == 0 {
		t.Errorf("only %d changes tried, and %d that the sum alone finds", tried, hidden)
	}
}

// The first dialect in catalogue order is named, none that comes later.
func TestFirstDialectIsNamed(t *testing.T) {
	r := proved(t)
	for _, m := range r.Implementations {
		i, err := dialect.LookupImplementation(m.ID)
		if err != nil {
			continue
		}
		for d := range dialect.All() {
			if d == i.Dialect() {
				break
			}
			if m.Encoder() && !d.Encodes() {
				continue
			}
			if _, _, differs := proof.Mismatch(d, m); differs {
				continue
			}
			if _, differs := proof.RandomMismatch(d, m); !differs {
				t.Errorf("%s is %s already", m.ID, d.ID)
			}
		}
	}
}
