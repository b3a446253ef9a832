// Package cloud reads, makes and verifies the signatures of further clouds: AWS Signature
// Version 4A, version 2 of S3, and the forms that POST uploads to object storage, Alibaba Cloud OSS and its
// other services (ACS3), Tencent Cloud COS and Huawei Cloud OBS.
//
//	claim, err := cloud.OSSV4.Read(&sign.Request{Method: "GET", URL: "https://b.oss-cn-hangzhou.aliyuncs.com/k?x-oss-signature-version=OSS4-HMAC-SHA256&…"}, sign.Given{})
//	err = claim.Verify(&sign.Key{Secret: accessKeySecret}, time.Now())
//
// They differ in what they do to a path and a query before it is signed: OSS decodes the path
// in version 1 and encodes it again in version 4, OBS takes it as it is sent, COS decodes the
// path and encodes the query again. The text of each is what its SDK for Node.js signs.
//
// Whether the account may do what a request asks for is not checked.
//
// The API of this package may still change.
package cloud
