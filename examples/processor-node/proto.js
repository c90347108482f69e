'use strict';

// Copies the protocol from the repository of Riffle, where this folder lies in it. A
// published package holds the copy.

const fs = require('node:fs');
const path = require('node:path');

const name = 'riffle/plugin/v1/plugin.proto';
fs.copyFileSync(path.join(__dirname, '../../sdk/proto', name), path.join(__dirname, 'proto', name));
