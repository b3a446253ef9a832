// Package sign has what the schemes below it share, by which services sign URLs and
// requests: Azure's shared access signatures, Google's signed URLs, webhooks and others.
//
//	claim, err := azure.SAS.Read(&sign.Request{Method: "GET", URL: url}, sign.Given{})
//	err = claim.Verify(&sign.Key{Secret: accountKey}, time.Now())
//	mistake := claim.FindMistake(&sign.Key{Secret: accountKey})
//
// A [Scheme] reads what a request says of its signature. The [Claim] that it returns has
// the text that is signed, octet for octet. If the signature is wrong, FindMistake tries
// the texts, the keys and the spellings that signers take by mistake, and returns the one
// for which the signature holds.
//
// No error, and nothing else that this package returns, holds a secret. Signatures are
// compared in constant time. The packages of OAuth 1.0, of AWS Signature Version 4 and of
// SAML are older and have interfaces of their own.
//
// The API of this package may still change.
package sign
