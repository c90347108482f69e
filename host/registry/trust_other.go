//go:build !unix

package registry

import "os"

// trustedPath is trusted for a path.
func trustedPath(path string) error {
	_, err := os.Stat(path)
	return err
}

// trusted takes every file: this system's permissions are not read here.
func trusted(*os.File) error { return nil }
