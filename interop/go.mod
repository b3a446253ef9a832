module github.com/pct-encoded/percent/interop

go 1.26.0

require (
	github.com/aws/aws-sdk-go-v2 v1.47.6
	github.com/aws/smithy-go v1.28.8
	github.com/itchyny/gojq v0.12.20
	github.com/minio/minio-go/v7 v7.4.1
	github.com/pct-encoded/percent v0.0.0
)

require (
	github.com/itchyny/timefmt-go v0.1.9 // indirect
	github.com/pelletier/go-toml/v2 v2.4.3 // indirect
	go.yaml.in/yaml/v3 v3.0.6 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)

replace github.com/pct-encoded/percent => ../
