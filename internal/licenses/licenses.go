// Package licenses holds the licences of what the programs are linked with. They ask for
// a notice with every copy, and a text inside the program cannot get lost.
package licenses

import _ "embed" // for the text

//go:generate go run ./generate THIRD_PARTY_LICENSES

//go:embed THIRD_PARTY_LICENSES
var text string

// Text is the list of modules and the full text of each licence.
func Text() string { return text }
