package mailto

import "testing"

func TestErrorsNameTheField(t *testing.T) {
	for _, tt := range []struct {
		url  URL
		want string
	}{
		{URL{To: []string{"ok@x", "a\nb"}}, `mailto: To, 2nd address: control character "\n" at byte 1`},
		{URL{To: []string{""}}, `mailto: To, 1st address: empty address at byte 0`},
		{URL{Headers: []Header{{"a", ""}, {"", "b"}}}, `mailto: 2nd header, name: empty header name at byte 0`},
		{URL{Headers: []Header{{"a:", ""}}}, `mailto: 1st header, name: invalid header name ":" at byte 1`},
		{URL{Headers: []Header{{"Subject", "a\rb"}}}, `mailto: Subject: control character "\r" at byte 1`},
		// Offsets count in the body as it was passed.
		{URL{Headers: []Header{{"body", "\n\n\x00"}}}, `mailto: body: control character "\x00" at byte 2`},
	} {
		if _, err := tt.url.Build(); err == nil || err.Error() != tt.want {
			t.Errorf("%+v: %v, want %s", tt.url, err, tt.want)
		}
	}
}
