package sigv4

import (
	"errors"
	"testing"
	"time"
)

// TestCheckTime: the window and the expiry of a presigned URL, to the second.
func TestCheckTime(t *testing.T) {
	signed := time.Unix(1_000_000, 0)
	for _, c := range []struct {
		name      string
		now       int64 // seconds after signed
		window    time.Duration
		presigned bool
		expires   string
		want      VerifyReason
		field     string
	}{
		{"in the window", 0, 0, false, "", 0, ""},
		{"as old as may be", 300, 5 * time.Minute, false, "", 0, ""},
		{"too old", 301, 5 * time.Minute, false, "", OutsideWindow, "X-Amz-Date"},
		{"as new as may be", -300, 5 * time.Minute, false, "", 0, ""},
		{"too new", -301, 5 * time.Minute, false, "", OutsideWindow, "X-Amz-Date"},
		{"in no window", 1 << 30, -1, false, "", 0, ""},
		{"outside the default window", int64(DefaultWindow/time.Second) + 1, 0, false, "", OutsideWindow, "X-Amz-Date"},
		{"presigned", 60, 0, true, "60", 0, ""},
		{"expired", 61, 0, true, "60", Expired, expiresParam},
		{"expired, though in no window", 61, -1, true, "60", Expired, expiresParam},
		{"presigned ahead, in the window", -300, 5 * time.Minute, true, "60", 0, ""},
		{"presigned too far ahead", -301, 5 * time.Minute, true, "60", NotYetValid, dateParam},
		{"presigned too far ahead of no window", -int64(DefaultWindow/time.Second) - 1, -1, true, "60", NotYetValid, dateParam},
		{"no expiry", 0, 0, true, "", Missing, expiresParam},
		{"expiry 0", 0, 0, true, "0", Malformed, expiresParam},
		{"expiry that is no number", 0, 0, true, "+1", Malformed, expiresParam},
		{"the longest", 0, 0, true, "604800", 0, ""},
		{"longer", 0, 0, true, "604801", Malformed, expiresParam},
		{"beyond 32 bits", 0, 0, true, "4294967297", Malformed, expiresParam},
	} {
		v := &Verifier{Window: c.window, Now: func() time.Time { return signed.Add(time.Duration(c.now) * time.Second) }}
		err := v.checkTime(signed, c.presigned, c.expires)
		var refused *VerifyError
		if errors.As(err, &refused) != (c.want != 0) || err != nil && (refused.Reason != c.want || refused.Field != c.field) {
			t.Errorf("%s: %v", c.name, err)
		}
		if err != nil && err.Error() != "sigv4: "+c.want.String()+" "+c.field {
			t.Errorf("%s: the text is %q", c.name, err)
		}
	}
}

// TestKeyOfTheDay: a signer that goes on on another day, or in another region, makes
// another key.
func TestKeyOfTheDay(t *testing.T) {
	sum := func(c *keyCache, secret, day, region, service string) string {
		return string(c.sum(nil, []byte("a"), &Signer{Credentials: Credentials{SecretAccessKey: secret}, Region: region, Service: service}, day))
	}
	var kept keyCache
	seen := map[string]bool{}
	for _, k := range [][4]string{
		{"s", "20260101", "r", "x"}, {"t", "20260101", "r", "x"}, {"t", "20260102", "r", "x"}, {"t", "20260102", "q", "x"}, {"t", "20260102", "q", "y"},
	} {
		got := sum(&kept, k[0], k[1], k[2], k[3])
		if got != sum(new(keyCache), k[0], k[1], k[2], k[3]) || seen[got] {
			t.Errorf("%v is signed by the key of another", k)
		}
		seen[got] = true
	}
}
