// Package guard is for programs that check a URL from outside before they use it. Two
// programs may read one URL differently: the check sees one host, and the client
// connects to another.
//
//	_, err := guard.Check(`http://a.example\@b.example/`, guard.Everyone()...)
//	// percent.weburl reads the host "a.example", and python.urlsplit "b.example"
//
//	target, err := guard.Check("HTTP://Example.com:80/%7eme", guard.Everyone()...)
//	// target.Host is "example.com", and target.URL "http://example.com/~me"
//
//	client := &http.Client{Transport: &guard.Transport{}}
//
// Reach first for [Check], whose result holds what to check and what to send, and for
// [Transport], with which a client of net/http refuses URLs that Check refuses and
// addresses that are not on the Internet, on each redirect too. [Handler] is for
// servers.
//
// What the package does not do:
//
//   - It does not resolve names. Only [Dialer], which checks the address of the
//     connection, notices a DNS answer that changes between a check and the connection.
//     A client that does not use it to connect is not protected.
//   - Behind a proxy the Dialer sees the address of the proxy, and the proxy resolves the
//     name.
//   - It knows how the readers of package reader read a URL, which are programs in
//     recorded versions. It knows nothing about other programs.
//   - It does not decide which hosts are allowed. Some public addresses serve only one
//     network, such as 168.63.129.16 in one cloud.
//
// The API of this package may still change.
package guard
