'use strict';

// The services, read from the .proto files when the program starts: no generated code.

const fs = require('node:fs');
const path = require('node:path');
const grpc = require('@grpc/grpc-js');
const loader = require('@grpc/proto-loader');
const protobuf = require('protobufjs');

const files = ['riffle/plugin/v1/plugin.proto', 'grpc/health/v1/health.proto'];

// A bundle has no files beside it: bundle.js puts their texts here.
/* global PROTO_TEXTS */
const texts =
  typeof PROTO_TEXTS === 'object' ? PROTO_TEXTS : files.map((f) => fs.readFileSync(path.join(__dirname, '..', 'proto', f), 'utf8'));

const options = { keepCase: true, longs: Number, enums: String, defaults: true, oneofs: true };

function load(text) {
  const root = protobuf.parse(text, { keepCase: true }).root;
  return grpc.loadPackageDefinition(loader.fromJSON(root.toJSON(), options));
}

const [plugin, health] = texts.map(load);

module.exports = {
  files,
  PluginService: plugin.riffle.plugin.v1.PluginService.service,
  Health: health.grpc.health.v1.Health.service,
};
