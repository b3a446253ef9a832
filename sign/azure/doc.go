// Package azure reads, makes and verifies the signatures of Azure Storage: shared access
// signatures (SAS) in URLs, of a service, of an account and by a user delegation key, and
// the authorization schemes SharedKey and SharedKeyLite.
//
//	claim, err := azure.SAS.Read(&sign.Request{URL: "https://account.blob.core.windows.net/c/b?sv=2022-11-02&sr=b&sp=r&se=…&sig=…"}, sign.Given{})
//	err = claim.Verify(&sign.Key{Secret: accountKey}, time.Now())
//
// In a SAS all values are signed decoded, the path of the resource too, each on a line of
// its own; which lines there are depends on the version in sv. In SharedKey the path is
// signed as it is sent, and the parameters decoded. The text follows Microsoft's pages "Create a
// service SAS", "Create an account SAS", "Create a user delegation SAS" and "Authorize with
// Shared Key", for versions of the service up to 2026-04-06.
//
// Who may do what, the stored policy that si names, and the addresses of sip are not
// checked.
//
// The API of this package may still change.
package azure
