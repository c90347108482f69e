// Package integrations holds the plugins in JavaScript that riffle install puts beside an
// agent's configuration.
package integrations

import "embed"

// Files are the plugins, a folder for each: dsh and opencode. Tests and what only a
// package of npm needs are left out.
//
//go:embed dsh/index.js dsh/client.js dsh/config.js dsh/settings.js dsh/spill.js dsh/package.json
//go:embed opencode/riffle.js opencode/riffle/client.js opencode/riffle/settings.js
var Files embed.FS
