// Package saml reads, signs and verifies messages of the HTTP-Redirect binding of SAML 2.0
// (saml-bindings-2.0-os, section 3.4), by which services and identity providers send each
// other logins and logouts in URLs.
//
//	m, err := saml.Parse("https://idp.example/sso?SAMLRequest=fZ…&RelayState=x&SigAlg=http%3A%2F%2F…&Signature=…")
//	xml, err := m.XML()
//	err = m.Verify(certificate.PublicKey)
//
// What is signed is a piece of the URL, octet for octet as it was written (section 3.4.4.1):
//
//	SAMLRequest=value&RelayState=value&SigAlg=value
//
// There is no canonical spelling of its escapes, so a program that decodes the parameters
// and encodes them again signs another text: Azure AD and AD FS write %2b, most libraries
// %2B. [Message.FindMistake] tries the texts that such programs sign instead, to name the
// one that a signature holds for.
//
// The binding deflates the message. Of the HTTP-POST binding, whose signature is in the
// XML, this package knows only the name.
//
// The API of this package may still change.
package saml
