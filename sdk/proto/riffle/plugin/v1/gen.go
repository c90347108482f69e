// Package pluginv1 is the generated code of version 1 of the plugin protocol.
// Plugin authors do not need it: the package serve speaks it for them.
package pluginv1

// The generated files are committed, so that a build needs no protoc. Generate
// them again with protoc, protoc-gen-go and protoc-gen-go-grpc on the PATH.
//
//go:generate protoc --proto_path=../../.. --go_out=../../.. --go_opt=paths=source_relative --go-grpc_out=../../.. --go-grpc_opt=paths=source_relative riffle/plugin/v1/plugin.proto
