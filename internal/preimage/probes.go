package preimage

import "slices"

// SimpleProbes are characters that are easy to type and to pass to a program.
var SimpleProbes = []string{
	" ", "~", "!", "*", "'", "(", ")", "+", "/", ":", "@", "&", "=", "$", ",", ";", "?", "#", "[", "]", "|", "^", "`", "{", "}", `\`, `"`, "<", ">", "%", "-", ".", "_",
	"a", "Z", "0", "é", "€", "日", "😀",
}

// Probes are texts that tell dialects apart, simpler ones first, those of SimpleProbes
// among them: any two dialects of the catalogue whose encoders are known to differ
// differ on one of them. New ones go to the end.
func Probes() []string { return slices.Concat(SimpleProbes, others) }

var others = []string{
	"ÿ", "ñ", "Ω", "Ж", "є", "א", "ب", "ไ", "中", "한", "あ", "ı", "š", "ț", "ħ", "ē", "ŵ", "\u0149", "\u00A4", "龘", "\U00020000", "\uE5E5", "\u20AC\u0301",
	"\n", "\r", "\r\n", "\t", "\x7F", "\x01", "\x0B", "\x0C", "\x1F", "\x00",
	"%41", "%7e", "%2F", "%2f", "%c3", "%zz", "%4", "%g1", "%41%", "%zz%41", "%2541", "%41 ", "%41~%", "%?%41",
	".", "..", "/", "//", "a/./b", "a/b/../c", "a/%2e/b", "a//b", "a/..", "a:b", "?#", "a?#b", "a=b=c", "?~", "?'", "?\\", "#^", "#`", "#\"", "?#'", "##", "#[", "://a b/c d",
	"e\u0301", "\uFF21", "\u1100\u1161", "\u2000", "\u205F", "\u2126", "\u3000", "ﬁ", "\U0001D400", "\u2028", "\u200E", "\u0085", "\u00A0", "\uE000", "\U000F0000", "\uFDD0", "\uFFFE", "\U0001FFFE", "\uFEFFa", "\uFFFEa", "\uFFFD",
	"\xED\xA0\x80", "\xED\xB0\x80", "a\xED\xA0\x80b", "a\xED\xB0\x80b", " \xED\xA0\x80", "\xED\xA0\x80\xED\xA0\x80", "\xED\xA0\xBD\xED\xB8\x80",
	"\xFF", "a\xFFb", "\xE3\x81", "\xC0\xAF", "\xF5\x80\x80\x80", "\xF0\x9F", "\x80", "",
}
