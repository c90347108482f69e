'use strict';

// Writes dist/riffle-processor-yaml: the whole plugin as one file that can be pinned by
// one hash. Node.js itself is not in it.

const fs = require('node:fs');
const path = require('node:path');
const esbuild = require('esbuild');

const here = (...parts) => path.join(__dirname, ...parts);
const out = here('dist', 'riffle-processor-yaml');

// The list stands in a module that reads the files, so it is read as text.
const files = /const files = \[(.*?)\]/.exec(fs.readFileSync(here('lib', 'protos.js'), 'utf8'))[1].match(/[\w./]+\.proto/g);
const texts = files.map((f) => fs.readFileSync(here('proto', f), 'utf8'));

esbuild.buildSync({
  stdin: { contents: fs.readFileSync(here('riffle-processor-yaml'), 'utf8').replace(/^#!.*\n/, ''), resolveDir: __dirname },
  outfile: out,
  bundle: true,
  platform: 'node',
  target: 'node20',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'eof',
  define: { PROTO_TEXTS: JSON.stringify(texts) },
  // A host runs the file that it has hashed by its descriptor. Without the flag Node.js
  // would look up its name and read whatever stands there by then.
  banner: { js: '#!/usr/bin/env -S node --preserve-symlinks-main' },
});
fs.chmodSync(out, 0o755);
process.stdout.write(`${path.relative(process.cwd(), out)}: ${fs.statSync(out).size} bytes\n`);
