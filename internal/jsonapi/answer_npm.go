//go:build npm

package jsonapi

func questions() []call { return nil }
