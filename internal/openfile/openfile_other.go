//go:build !unix

package openfile

import "io/fs"

const noFollow, nonBlock = 0, 0

// Owner is not known: this system's permissions are not read here.
func Owner(fs.FileInfo) (uid int, known bool) { return 0, false }

// Own takes every file: this system's permissions are not read here.
func Own(string, fs.FileInfo) error { return nil }
