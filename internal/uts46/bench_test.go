package uts46

import (
	"testing"

	"golang.org/x/net/idna"
)

var names = []string{"bücher.example", "例え.テスト", "www.münchen-süd.de", "ñandú.cl", "правда.рф", "faß.de", "日本語.jp", "मेल.भारत", "xn--bcher-kva.é", "مثال.إختبار"}

func BenchmarkToASCII(b *testing.B) {
	var buf []byte
	b.ReportAllocs()
	for b.Loop() {
		for _, s := range names {
			buf, _ = ToASCII(buf[:0], s, 0)
		}
	}
}

// BenchmarkPeer is golang.org/x/net/idna with the same parameters.
func BenchmarkPeer(b *testing.B) {
	p := idna.New(idna.MapForLookup(), idna.StrictDomainName(false), idna.ValidateLabels(true), idna.CheckHyphens(false),
		idna.CheckJoiners(true), idna.BidiRule(), idna.Transitional(false), idna.VerifyDNSLength(false))
	b.ReportAllocs()
	for b.Loop() {
		for _, s := range names {
			if _, err := p.ToASCII(s); err != nil {
				b.Fatal(s, err)
			}
		}
	}
}
