package signing

import (
	"github.com/pct-encoded/percent/sign"
	"github.com/pct-encoded/percent/sign/azure"
	"github.com/pct-encoded/percent/sign/cloud"
	"github.com/pct-encoded/percent/sign/cloudfront"
	"github.com/pct-encoded/percent/sign/gcs"
	"github.com/pct-encoded/percent/sign/httpsig"
	"github.com/pct-encoded/percent/sign/webhook"
)

// Schemes returns the schemes of the commands of signatures, those that most people meet
// first.
func Schemes() []*sign.Scheme {
	return []*sign.Scheme{
		azure.SAS, azure.SharedKey, gcs.V4, gcs.V2, cloudfront.URL, cloudfront.Cookies, httpsig.RFC9421, httpsig.Cavage,
		cloud.SigV4A, cloud.S3V2, webhook.AWSQuery, cloud.S3Post, cloud.GCSPost, cloud.OSSV4, cloud.OSS, cloud.OSSPost, cloud.ACS3, cloud.COS, cloud.OBS, cloud.OBSPost,
		webhook.GitHub, webhook.Standard, webhook.Stripe, webhook.Shopify, webhook.ShopifyApp, webhook.ShopifyProxy, webhook.Slack, webhook.Twilio,
		webhook.TelegramLogin, webhook.TelegramWebApp, webhook.VNPay, webhook.PayFast, webhook.SecureLink, webhook.Akamai, webhook.Fastly, webhook.Bunny, webhook.Mailgun,
	}
}
