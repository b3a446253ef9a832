package explain

import (
	"slices"
	"testing"
)

// TestUndouble: UTF-8 that was read as another charset is known again where nothing was
// lost, and text in that charset is not taken for it.
func TestUndouble(t *testing.T) {
	for _, tt := range []struct{ text, meant, in string }{
		{"Ã©tÃ©", "été", "windows-1252"},
		{"縺ゅ＞", "あい", "Shift_JIS"},
		{"繧ｫ繝｡繝ｩ", "カメラ", "Shift_JIS"},
		{"讀懃ｴ｢", "検索", "Shift_JIS"},
		{"銇傘亜", "あい", "GBK"},
		{"\uf984\uc490\ub1e8", "検索", "EUC-KR"},
		{"カメラ", "", ""},
		{"検索結果", "", ""},
		{"联通", "", ""},
		{"你好世界", "", ""},
		{"안녕하세요", "", ""},
		{"縺", "", ""},
		{"été", "", ""},
	} {
		if meant, in := undouble(tt.text); meant != tt.meant || in != tt.in {
			t.Errorf("undouble(%q) = %q, %q, want %q, %q", tt.text, meant, in, tt.meant, tt.in)
		}
	}
}

// TestISO2022JP: text in ISO-2022-JP is known, and its escape sequences are no controls.
func TestISO2022JP(t *testing.T) {
	for _, tt := range []struct {
		in, meant string
		controls  bool
	}{
		{"%1B%24B8%21%3Aw%1B%28B", "検索", false},
		{"http://h/?q=%1B%24B8%21%3Aw%1B%28B", "q=検索", false},
		{"%1B%5B31m", "", true},
		{"%1B%28B", "", true},
		{"http://h/%1B?q=%1B%24B8%21%3Aw%1B%28B", "q=検索", true},
	} {
		e, err := Explain(tt.in)
		if err != nil {
			t.Fatal(err)
		}
		meant := ""
		for _, r := range e.Readings {
			for _, c := range r.Candidates {
				meant += c.Text
			}
		}
		controls := slices.ContainsFunc(e.Notes, func(n Note) bool { return n.ID == noteControl })
		if meant != tt.meant || controls != tt.controls {
			t.Errorf("%s: %q, controls %v, want %q, %v", tt.in, meant, controls, tt.meant, tt.controls)
		}
	}
}
