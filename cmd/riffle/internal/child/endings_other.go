//go:build !unix

package child

import "os"

// endings are the signals that end a program which does not handle them.
var endings = []os.Signal{os.Interrupt}
