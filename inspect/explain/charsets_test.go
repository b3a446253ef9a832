package explain

import "testing"

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
