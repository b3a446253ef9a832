package operation

import (
	"strconv"
	"strings"
	"time"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/internal/signing"
	"github.com/pct-encoded/percent/internal/strictjson"
)

// A Request is an operation with its choices. An empty field means the same as the
// command without the flag of that name. The JSON keys are those of the choices.
type Request struct {
	// Operation is the name of a row, and Arguments are the arguments before its
	// values.
	Operation string   `json:"operation,omitempty"`
	Arguments []string `json:"arguments,omitempty"`

	As        string `json:"as,omitempty"`
	Keep      string `json:"keep,omitempty"`
	Escape    string `json:"escape,omitempty"`
	EscapeAll bool   `json:"escape_all,omitempty"`
	Space     string `json:"space,omitempty"`
	Hex       string `json:"hex,omitempty"`
	Charset   string `json:"charset,omitempty"`
	Layers    string `json:"layers,omitempty" also:"number"` // or "all"
	Times     *int   `json:"times,omitempty"`

	Case            bool     `json:"case,omitempty"`
	PercentEncoding bool     `json:"percent_encoding,omitempty"`
	DotSegments     bool     `json:"dot_segments,omitempty"`
	Scheme          bool     `json:"scheme,omitempty"`
	SortQuery       bool     `json:"unsafe_sort_query,omitempty"`
	DropFragment    bool     `json:"unsafe_drop_fragment,omitempty"`
	DropIndex       bool     `json:"unsafe_drop_index,omitempty"`
	DropTracking    bool     `json:"unsafe_drop_tracking,omitempty"`
	DropParameters  []string `json:"unsafe_drop_parameter,omitempty"`

	Without    []string `json:"without,omitempty"`
	Replace    []string `json:"replace,omitempty"`
	Trim       []string `json:"trim,omitempty"`
	Iterate    []string `json:"iterate,omitempty"`
	Compatible bool     `json:"compatible,omitempty"`
	Raw        bool     `json:"raw,omitempty"`
	Base       string   `json:"base,omitempty"`
	Explain    bool     `json:"explain,omitempty"`
	Host       string   `json:"host,omitempty"`
	NFC        bool     `json:"nfc,omitempty"`
	Type       string   `json:"type,omitempty"`
	RFC2397    bool     `json:"rfc2397,omitempty"`
	Keys       string   `json:"keys,omitempty"`
	RefuseDots bool     `json:"refuse_dots,omitempty"`

	Plus         string `json:"plus,omitempty"`
	Semicolons   bool   `json:"semicolons,omitempty"`
	MaxPairs     *int   `json:"max_pairs,omitempty"`
	MaxDepth     *int   `json:"max_depth,omitempty"`
	CharsetField bool   `json:"charset_field,omitempty"`
	CRLF         bool   `json:"crlf,omitempty"`
	Empty        string `json:"empty,omitempty"`
	Nested       string `json:"nested,omitempty"`
	In           string `json:"in,omitempty"`

	Format   string   `json:"format,omitempty"`
	JSON     bool     `json:"json,omitempty"`
	Fix      bool     `json:"fix,omitempty"`
	Extract  bool     `json:"extract,omitempty"`
	Grammar  string   `json:"grammar,omitempty"`
	Severity string   `json:"severity,omitempty"`
	Depth    *int     `json:"depth,omitempty"`
	FailOn   string   `json:"fail_on,omitempty"`
	Only     []string `json:"only,omitempty"`
	Except   []string `json:"except,omitempty"`

	List            bool     `json:"list,omitempty"`
	Octets          bool     `json:"octets,omitempty"`
	ABNF            bool     `json:"abnf,omitempty"`
	Each            bool     `json:"values,omitempty"`
	All             bool     `json:"all,omitempty"`
	Markdown        bool     `json:"markdown,omitempty"`
	CSV             bool     `json:"csv,omitempty"`
	Decode          bool     `json:"decode,omitempty"`
	At              []string `json:"at,omitempty"`
	VersionOf       []string `json:"version_of,omitempty"`
	AsOf            string   `json:"as_of,omitempty"`
	Family          string   `json:"family,omitempty"`
	Language        []string `json:"language,omitempty"`
	Implementations bool     `json:"implementations,omitempty"`
	Of              []string `json:"of,omitempty"`
	Refuses         []string `json:"refuses,omitempty"`
	RuledOut        bool     `json:"ruled_out,omitempty"`
	Limit           *int     `json:"limit,omitempty"`
	Deny            string   `json:"deny,omitempty"`
	For             []string `json:"for,omitempty"`
	ShowPassword    bool     `json:"show_password,omitempty"`

	OnError string `json:"on_error,omitempty"`
	System  string `json:"system,omitempty"`

	// Signing are the choices of operations that sign. They are for one program: some name
	// files that hold secrets.
	Signing signing.Options

	// Table selects the fields of a table that are the values.
	Table *Table `json:"table,omitempty"`
	// Lists is set if malformed escapes that a dialect keeps are flaws, so that they
	// can be listed.
	Lists bool `json:"lists,omitempty"`
}

// plainRequest has no methods.
type plainRequest Request

// MarshalJSON returns the request in JSON. Text that is not UTF-8 is in base64.
func (r Request) MarshalJSON() ([]byte, error) {
	return strictjson.Append(nil, plainRequest(r)), nil
}

// UnmarshalJSON reads the output of MarshalJSON.
func (r *Request) UnmarshalJSON(text []byte) error {
	var p plainRequest
	if err := (strictjson.Reader{}).Read(string(text), &p); err != nil {
		return err
	}
	*r = Request(p)
	return nil
}

// Words returns the words of the equivalent command, without values: "percent",
// "decode", "--as", "form".
func (r *Request) Words() []string {
	words := []string{"percent"}
	words = append(words, strings.Fields(r.Operation)...)
	o, err := Lookup(r.Operation)
	if err != nil {
		return words
	}
	for i := range o.Choices {
		c := &o.Choices[i]
		if c.On&Command != 0 && c.set(r) {
			words = append(words, c.words(r)...)
		}
	}
	return append(words, r.Arguments...)
}

// words returns the choice as words of the command. A value that begins with a hyphen
// still belongs to the flag.
func (c *Choice) words(r *Request) []string {
	name := "--" + c.Name
	switch f := c.field(r).(type) {
	case *string:
		return []string{name, *f}
	case *bool:
		return []string{name}
	case **int:
		return []string{name, strconv.Itoa(**f)}
	case **string:
		return []string{name, **f}
	case *int64:
		return []string{name, strconv.FormatInt(*f, 10)}
	case *time.Duration:
		return []string{name, f.String()}
	case *[]string:
		var words []string
		for _, text := range *f {
			words = append(words, name, text)
		}
		return words
	}
	panic("operation: choice " + c.Name + " has a field of no kind")
}

// Findings counts the findings of lint. It is safe to use while the job runs.
type Findings struct{ linting results.Linting }

// Found returns the number of findings so far, and the number of them with at least
// the severity of FailOn, or warning if that is empty. With Fix, it counts only the
// findings that need a decision.
func (f *Findings) Found() (all, failed int64) {
	return f.linting.Found.Load(), f.linting.Failed.Load()
}

// Numbered reports whether the output contains record numbers: parts then need
// the number of records before them.
func (r *Request) Numbered() bool { return r.Operation == "lint" && !r.Fix }

// Job returns the job that r describes on columns or lines, for sources with these
// names. The error is a *UsageError.
func (r *Request) Job(sources ...string) (*bulk.Job, error) {
	job, _, err := r.JobFinding(sources...)
	return job, err
}

// JobFinding is Job, and also returns the Findings of lint. They stay 0 for other
// operations.
func (r *Request) JobFinding(sources ...string) (*bulk.Job, *Findings, error) {
	found := &Findings{}
	job, err := r.job(found, sources)
	return job, found, err
}

func (r *Request) job(found *Findings, sources []string) (*bulk.Job, error) {
	o, err := Lookup(r.Operation)
	if err != nil {
		return nil, err
	}
	plan, err := o.Plan(r, Beam)
	if err != nil {
		return nil, err
	}
	job := &bulk.Job{Policy: plan.Policy}
	if r.Operation == "lint" {
		plan.Linting(&found.linting)
		job.Operation, job.MaxRecord = lintOperation(&found.linting, r), inspect.MaxInput+len("\r\n")
	} else if job.Operation, err = plan.Operation(); err != nil {
		return nil, err
	}
	switch {
	case r.Table.Given():
		job.Table, err = r.Table.Of(sources...)
	case r.Operation == "layers":
		return nil, usage("--column names one", "layers is for columns here")
	case r.Numbered():
		job.Mark = bulk.MarkDropped
	case o.marked:
		job.Mark = bulk.MarkCopied
	}
	return job, err
}
