package sigv4

import (
	"crypto/hmac"
	"crypto/sha256"
	"hash"
	"strings"
	"sync"
	"sync/atomic"
)

// A keyCache keeps the state of HMAC for the signing key used last: keys change
// once a day.
type keyCache struct {
	last atomic.Pointer[keyedHashes]
}

// keyedHashes are HMACs with the same signing key.
type keyedHashes struct {
	secret, day, region, service string
	hashes                       sync.Pool
}

// sum appends the HMAC of data by the signing key of that day.
func (c *keyCache) sum(dst, data []byte, s *Signer, day string) []byte {
	k := c.last.Load()
	if k == nil || k.secret != s.Credentials.SecretAccessKey || k.day != day || k.region != s.Region || k.service != s.Service {
		k = &keyedHashes{secret: s.Credentials.SecretAccessKey, day: strings.Clone(day), region: s.Region, service: s.Service}
		key := SigningKey(k.secret, k.day, k.region, k.service)
		k.hashes.New = func() any { return hmac.New(sha256.New, key) }
		c.last.Store(k)
	}
	h := k.hashes.Get().(hash.Hash)
	h.Reset()
	h.Write(data)
	dst = h.Sum(dst)
	k.hashes.Put(h)
	return dst
}

// SigningKey returns the 32 bytes that sign the requests of one day, written
// 20060102 in UTC, to a service in a region. It must be kept as secret as the
// secret access key.
func SigningKey(secret, day, region, service string) []byte {
	key := []byte("AWS4" + secret)
	for _, part := range []string{day, region, service, "aws4_request"} {
		h := hmac.New(sha256.New, key)
		h.Write(octets(part))
		key = h.Sum(nil)
	}
	return key
}
