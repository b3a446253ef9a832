package charset

import (
	"bytes"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// peers are the encodings of golang.org/x/text that decode the benchmark texts
// to the same bytes.
var peers = []struct {
	c    *Charset
	peer encoding.Encoding
	text string
}{
	{Windows1252, charmap.Windows1252, "Après avoir traversé la forêt, nous sommes arrivés. "},
	{Windows1251, charmap.Windows1251, "Вчера вечером мы долго гуляли по набережной. "},
	{ShiftJIS, japanese.ShiftJIS, "昨日の夕方、家族みんなで川沿いの道を散歩しました。"},
	{EUCJP, japanese.EUCJP, "昨日の夕方、家族みんなで川沿いの道を散歩しました。"},
	{ISO2022JP, japanese.ISO2022JP, "昨日の夕方、家族みんなで川沿いの道を散歩しました。"},
	{GB18030, simplifiedchinese.GB18030, "昨天下午我们全家去郊外爬山，天气晴朗。"},
	{Big5, traditionalchinese.Big5, "上個星期六我們幾個同學約好一起去海邊。"},
	{EUCKR, korean.EUCKR, "어제 저녁에 가족들과 함께 한강 공원에 갔습니다. "},
}

var sizes = []struct {
	name string
	n    int
}{{"32B", 32}, {"1KB", 1 << 10}, {"64KB", 64 << 10}}

// benchTexts returns the text repeated to about n bytes, and ASCII of the
// same length.
func benchTexts(text string, n int) map[string]string {
	return map[string]string{
		"dense": strings.Repeat(text, max(1, n/len(text))),
		"clean": strings.Repeat("plain ASCII text ", max(1, n/17)),
	}
}

func BenchmarkDecode(b *testing.B) {
	for _, p := range peers {
		for _, size := range sizes {
			for _, class := range []string{"clean", "dense"} {
				text := benchTexts(p.text, size.n)[class]
				src, err := p.c.AppendEncode(nil, []byte(text), Refuse)
				if err != nil {
					b.Fatal(err)
				}
				name := p.c.Name() + "/" + class + "/" + size.name
				dst := make([]byte, 0, 2*len(text))
				b.Run(name+"/percent", func(b *testing.B) {
					b.SetBytes(int64(len(src)))
					b.ReportAllocs()
					for b.Loop() {
						dst, err = p.c.AppendDecode(dst[:0], src, Replace)
					}
					if string(dst) != text || err != nil {
						b.Fatal("wrong text")
					}
				})
				decoder := p.peer.NewDecoder()
				buf := make([]byte, 2*len(text)+64)
				b.Run(name+"/x-text", func(b *testing.B) {
					b.SetBytes(int64(len(src)))
					b.ReportAllocs()
					n := 0
					for b.Loop() {
						decoder.Reset()
						n, _, err = decoder.Transform(buf, src, true)
					}
					if string(buf[:n]) != text || err != nil {
						b.Fatal("wrong text")
					}
				})
			}
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	for _, p := range peers {
		for _, size := range sizes {
			for _, class := range []string{"clean", "dense"} {
				text := []byte(benchTexts(p.text, size.n)[class])
				want, err := p.c.AppendEncode(nil, text, Refuse)
				if err != nil {
					b.Fatal(err)
				}
				name := p.c.Name() + "/" + class + "/" + size.name
				dst := make([]byte, 0, 2*len(text))
				b.Run(name+"/percent", func(b *testing.B) {
					b.SetBytes(int64(len(text)))
					b.ReportAllocs()
					for b.Loop() {
						dst, err = p.c.AppendEncode(dst[:0], text, Refuse)
					}
					if !bytes.Equal(dst, want) || err != nil {
						b.Fatal("wrong bytes")
					}
				})
				encoder := p.peer.NewEncoder()
				buf := make([]byte, 2*len(text)+64)
				b.Run(name+"/x-text", func(b *testing.B) {
					b.SetBytes(int64(len(text)))
					b.ReportAllocs()
					n := 0
					for b.Loop() {
						encoder.Reset()
						n, _, err = encoder.Transform(buf, text, true)
					}
					// x/text leaves ISO-2022-JP in its last state.
					if !bytes.Equal(buf[:n], bytes.TrimSuffix(want, []byte("\x1b(B"))) && !bytes.Equal(buf[:n], want) || err != nil {
						b.Fatal("wrong bytes")
					}
				})
			}
		}
	}
}

func BenchmarkDetect(b *testing.B) {
	for _, p := range peers {
		for _, size := range sizes[:2] {
			src, err := p.c.AppendEncode(nil, []byte(benchTexts(p.text, size.n)["dense"]), Refuse)
			if err != nil {
				b.Fatal(err)
			}
			b.Run(p.c.Name()+"/dense/"+size.name, func(b *testing.B) {
				b.SetBytes(int64(len(src)))
				b.ReportAllocs()
				var got []Candidate
				for b.Loop() {
					got = Detect(src)
				}
				if text, _ := got[0].Charset.Decode(string(src)); size.n > 100 && !strings.Contains(text, p.text) {
					b.Fatal(got)
				}
			})
		}
	}
}
