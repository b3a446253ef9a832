// Package webhook reads, makes and verifies the signatures by which services sign the
// requests that they send, or have others send in redirects: a body, a form, or the
// parameters of a URL.
//
//	claim, err := webhook.Twilio.Read(request, sign.Given{})
//	err = claim.Verify(&sign.Key{Secret: token}, time.Now())
//
// Shopify's, GitHub's, Stripe's and Slack's webhooks sign the octets of the body, so a
// body that was parsed and written again has another signature. The others sign
// parameters after decoding: Twilio, Telegram and Shopify's app proxy as they are, Shopify's
// redirects, VNPay and PayFast encoded again, each in a way of its own. So do the query APIs of
// AWS by Signature Version 2, which are here for that.
//
// Whether a message came before is not checked.
//
// The API of this package may still change.
package webhook
