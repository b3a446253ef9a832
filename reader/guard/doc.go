// Package guard is for whoever checks a URL that comes from outside before using it. Two
// programs may read one URL differently: the check sees one host, and the client connects
// to another.
//
//	_, err := guard.Check(`http://allowed.example\@127.0.0.1/`, guard.Everyone()...)
//	// percent.weburl reads the host "allowed.example", and python.urlsplit "127.0.0.1"
//
//	target, err := guard.Check("HTTP://Example.com:80/%7eme", guard.Everyone()...)
//	// target.Host is "example.com", and target.URL "http://example.com/~me"
//
//	client := &http.Client{Transport: &guard.Transport{}}
//
// The functions to reach for first are [Check], whose result says what to check and what
// to send, and [Transport], with which a client of net/http refuses what Check refuses, and
// addresses that are not of the Internet, on each redirect too. [Handler] is for servers.
//
// What the package does not do:
//
//   - It does not resolve names. An answer of the Domain Name System that changes between
//     a check and the connection is noticed by [Dialer] only, which looks at the address
//     that is connected to. A client that does not connect by it is not protected.
//   - Behind a proxy the Dialer sees the address of the proxy, and the proxy resolves the
//     name.
//   - It says how the readers of package reader read a URL, which are programs in the
//     versions that were recorded. It says nothing about other programs.
//   - It does not decide which hosts are allowed. Some public addresses serve one network
//     only, such as 168.63.129.16 in one cloud.
//
// The API of this package may still change.
package guard
