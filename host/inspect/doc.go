// Package inspect turns the raw bytes of a tool result into content (valid UTF-8
// as a terminal would show it at the end) and says what kind of content it is.
package inspect
