// Package s3 has the declarations that the cases use.
package s3

import "context"

type (
	CopyObjectInput  struct{ Bucket, Key, CopySource *string }
	CopyObjectOutput struct{}
	Client           struct{}
)

func (*Client) CopyObject(context.Context, *CopyObjectInput) (*CopyObjectOutput, error) {
	return nil, nil
}
