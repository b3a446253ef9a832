// Package s3 has the declarations of the client that the cases use.
package s3

type CopyObjectInput struct{ Bucket, Key, CopySource *string }
