package cloud

import (
	"cmp"
	"crypto"
	"strings"

	"github.com/pct-encoded/percent/sign"
	"github.com/pct-encoded/percent/sign/internal/algorithm"
	"github.com/pct-encoded/percent/sign/internal/canonical"
	"github.com/pct-encoded/percent/sign/internal/params"
)

// sentTo returns the host that a request names, by its field first, and its path as sent.
func sentTo(r *sign.Request) (host, path string) {
	host, path = params.HostPath(r.URL)
	if field, ok := r.Get("Host"); ok {
		host = strings.ToLower(field)
	}
	return host, cmp.Or(path, "/")
}

var hmacSHA1 = algorithm.Algorithm{Name: "HMAC-SHA1", Hash: crypto.SHA1}

// OSS is a request to Alibaba Cloud's object storage that is signed by version 1.
var OSS = &sign.Scheme{
	Name: "oss", Title: "Alibaba Cloud OSS, version 1",
	URL:   "https://www.alibabacloud.com/help/en/oss/developer-reference/include-signatures-in-the-authorization-header",
	Key:   "access key secret",
	Signs: "the path decoded, with the bucket, some parameters decoded, and x-oss- fields",
	Marks: []string{"Authorization:OSS ", "|", "?OSSAccessKeyId", "?Signature"},
	Reads: ossRow.Read,
}

var ossRow = canonical.Lines{
	Prefix: "x-oss-", Auth: "OSS", Account: "OSSAccessKeyId", Algorithm: hmacSHA1, Dated: true,
	Resource: func(r *sign.Request, g sign.Given) (string, error) { return ossResource("oss", r, g) },
	Signed: responses + ` accessmonitor acl append asyncfetch bucketinfo callback callback-var cname comp continuation-token cors delete encryption endtime img
		inventory inventoryid lifecycle live location logging metaquery objectmeta partnumber policy position qos qosinfo qosrequester referer regionlist replication replicationlocation
		replicationprogress requestpayment resourcegroup restore rtc security-token sequential stat starttime status style stylename symlink tagging transferacceleration
		uploadid uploads vod versionid versioning versions website worm wormextend wormid `,
}

// responses are the parameters by which answers are changed.
const responses = " response-cache-control response-content-disposition response-content-encoding response-content-language response-content-type response-expires"

// OBS is a request to Huawei Cloud's object storage.
var OBS = &sign.Scheme{
	Name: "obs", Title: "Huawei Cloud OBS",
	URL:   "https://support.huaweicloud.com/intl/en-us/api-obs/obs_04_0009.html",
	Key:   "secret access key",
	Signs: "the path as sent, with the bucket, some parameters decoded, and x-obs- fields",
	Marks: []string{"Authorization:OBS ", "|", "?AccessKeyId", "?Signature", "?Expires"},
	Reads: obsRow.Read,
}

var obsRow = canonical.Lines{
	Prefix: "x-obs-", Auth: "OBS", Account: "AccessKeyId", Algorithm: hmacSHA1,
	Resource: func(r *sign.Request, _ sign.Given) (string, error) {
		host, path := sentTo(r)
		name, _, _ := params.Cut(host, ":")
		bucket, _, ok := params.Cut(name, ".obs.")
		switch {
		case ok && strings.HasSuffix(name, ".myhuaweicloud.com"):
			return "/" + bucket + path, nil
		case strings.HasPrefix(name, "obs."):
			return path, nil
		}
		return "/" + name + path, nil // a name of one's own is the bucket
	},
	Signed: responses + ` acl append attname backtosource cors customdomain delete deletebucket directcoldaccess encryption inventory length lifecycle location logging
		metadata mirrorbacktosource modify name notification object-lock obsalias obsbucketalias obscompresspolicy obsworkflowtriggerpolicy orchestration partnumber policy
		policystatus position publicaccessblock bucketstatus quota rename replication requestpayment restore retention storageclass storageinfo storagepolicy tagging torrent truncate uploadid uploads versionid versioning versions website x-image-process x-image-save-bucket x-image-save-object x-oss-process
		x-workflow-execution-state x-workflow-execution-type x-workflow-graph-name x-workflow-limit x-workflow-next-marker x-workflow-prefix x-workflow-start
		x-workflow-template-name `,
}

// S3V2 is a request to Amazon S3, or to a service like it, that is signed by version 2.
var S3V2 = &sign.Scheme{
	Name: "s3-v2", Title: "Amazon S3, version 2, which AWS has deprecated",
	URL:   "https://docs.aws.amazon.com/AmazonS3/latest/API/RESTAuthentication.html",
	Key:   "secret access key",
	Signs: "the path as sent, with the bucket, some parameters decoded, and x-amz- fields",
	Marks: []string{"Authorization:AWS ", "|", "?AWSAccessKeyId", "?Signature", "?Expires"},
	Reads: s3Row.Read,
}

var s3Row = canonical.Lines{
	Prefix: "x-amz-", Auth: "AWS", Account: "AWSAccessKeyId", Algorithm: hmacSHA1, Moved: true, Zones: true,
	Resource: s3Resource, Decoded: responses,
	Signed: responses + ` accelerate acl analytics cors delete inventory lifecycle location logging metrics notification partnumber policy replication requestpayment restore
		tagging torrent uploadid uploads versionid versioning versions website `,
}

// s3Resource returns the bucket and the path of a request. The bucket is in the host or, in
// the other style, in the path.
func s3Resource(r *sign.Request, g sign.Given) (string, error) {
	host, path := sentTo(r)
	host, _, _ = params.Cut(host, ":")
	aws := strings.HasSuffix(host, ".amazonaws.com") || strings.HasSuffix(host, ".amazonaws.com.cn")
	at := max(strings.LastIndex(host, ".s3."), strings.LastIndex(host, ".s3-"))
	switch {
	case g.Account != "" && (path == "/"+g.Account || strings.HasPrefix(path, "/"+g.Account+"/")):
		return path, nil
	case g.Account != "":
		return "/" + g.Account + path, nil
	case aws && at > 0:
		return "/" + host[:at] + path, nil
	case aws && (strings.HasPrefix(host, "s3.") || strings.HasPrefix(host, "s3-")):
		return path, nil
	}
	return "", sign.Fail(sign.Unknown, "bucket", "the host does not say whether the bucket is in it or in the path")
}
