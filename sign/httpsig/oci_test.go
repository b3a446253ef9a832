package httpsig

import (
	"testing"
	"time"

	"github.com/pct-encoded/percent/sign"
)

// TestOCI: the test values of Oracle's "Request Signatures".
func TestOCI(t *testing.T) {
	key := keyOf(t, "MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDCFENGw33yGihy92pDjZQhl0C36rPJj+CvfSC8+q28hxA161QFNUd13wuCTUcq0Qd2qsBe/2hFyc2DCJJg0h1L78+6"+
		"Z4UMR7EOcpfdUE9Hf3m/hs+FUR45uBJeDK1HSFHD8bHKD6kv8FPGfJTotc+2xjJwoYi+1hqp1fIekaxsyQIDAQAB")
	const (
		host        = "iaas.us-phoenix-1.oraclecloud.com"
		date        = "Thu, 05 Jan 2014 21:31:40 GMT"
		compartment = "ocid1.compartment.oc1..aaaaaaaam3we6vgnherjq5q2idnccdflvjsnog7mlr6rtdb25gilchfeyjxa"
		volume      = "ocid1.volume.oc1.phx.abyhqljrgvttnlx73nmrwfaux7kcvzfs3s66izvxf2h4lgvyndsdsnoiwr5q"
	)
	authorization := func(headers, signature string) sign.Field {
		return sign.Field{Name: "Authorization", Value: `Signature version="1",headers="` + headers + `",keyId="t/u/f",algorithm="rsa-sha256",signature="` + signature + `"`}
	}
	get := &sign.Request{
		Method: "GET", URL: "https://" + host + "/20160918/instances?availabilityDomain=Pjwf%3A%20PHX-AD-1&compartmentId=" + compartment + "&displayName=TeamXInstances&volumeId=" + volume,
		Header: []sign.Field{
			{Name: "Host", Value: host},
			{Name: "Date", Value: date},
			authorization("date (request-target) host", "GBas7grhyrhSKHP6AVIj/h5/Vp8bd/peM79H9Wv8kjoaCivujVXlpbKLjMPeDUhxkFIWtTtLBj3sUzaFj34XE6YZAHc9r2DmE4pMwOAy/kiITcZxa1oHPOeRheC0jP2dqbTll8fmTZVwKZOKHYPtrLJIJQHJjNvxFWeHQjMaR7M="),
		},
	}
	post := &sign.Request{
		Method: "POST", URL: "https://" + host + "/20160918/volumeAttachments",
		Header: []sign.Field{
			{Name: "Host", Value: host},
			{Name: "Date", Value: date},
			{Name: "Content-Length", Value: "316"},
			{Name: "Content-Type", Value: "application/json"},
			{Name: "X-Content-SHA256", Value: "V9Z20UJTvkvpJ50flBzKE32+6m2zJjweHpDMX/U4Uy0="},
			authorization("date (request-target) host content-length content-type x-content-sha256", "Mje8vIDPlwIHmD/cTDwRxE7HaAvBg16JnVcsuqaNRim23fFPgQfLoOOxae6WqKb1uPjYEl0qIdazWaBy/Ml8DRhqlocMwoSXv0fbukP8J5N80LCmzT/FFBvIvTB91XuXI3hYfP9Zt1l7S6ieVadHUfqBedWH0itrtPJBgKmrWso="),
		},
		Body: []byte("{\n    \"compartmentId\": \"" + compartment + "\",\n    \"instanceId\": \"ocid1.instance.oc1.phx.abuw4ljrlsfiqw6vzzxb43vyypt4pkodawglp3wqxjqofakrwvou52gb6s5a\",\n    \"volumeId\": \"" + volume + "\"\n}"),
	}
	at := time.Date(2014, 1, 5, 21, 31, 40, 0, time.UTC)
	for _, r := range []*sign.Request{get, post} {
		c, err := Cavage.Read(r, sign.Given{})
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Verify(key, at); err != nil {
			t.Errorf("%s: %v\n%s", r.Method, err, c.Text)
		}
		r.URL += "x"
		if c, err = Cavage.Read(r, sign.Given{}); err != nil || c.Verify(key, at) == nil {
			t.Errorf("%s of another URL is valid, %v", r.Method, err)
		}
	}
}
