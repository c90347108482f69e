'use strict';

// A plugin process: the handshake, the two services, and the end.

const crypto = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const grpc = require('@grpc/grpc-js');
const { encodePlan } = require('./wire.js');

const protocol = 1;
const cookie = 'b0d3a1c5-riffle-plugin';
const maxContent = 64 << 20; // bytes
const maxMessage = 65 << 20; // bytes; gRPC's own is 4 MiB
const maxErrorText = 512; // characters of an error that travel
const panicMark = 'riffle: panic: ';

// serve runs a processor until the host ends the process.
function serve(processor) {
  if (process.argv.includes('--describe')) {
    const { name, version, summary, kinds, priority, stability } = processor.info;
    const about = { kind: 'processor', name, version, summary, kinds, priority, stability, protocol, capabilities: capabilities(processor) };
    process.stdout.write(JSON.stringify(about, null, 2) + '\n');
    return;
  }
  if (process.env.RIFFLE_PLUGIN !== cookie) {
    refuse(
      `${path.basename(process.argv[1])} is the Riffle processor "${processor.info.name}", version ${processor.info.version}: ${processor.info.summary}.\n` +
        'It is no command: riffle starts it when it needs it. "riffle plugin add PATH" adds it;\n' +
        '"--describe" prints what it is as JSON.',
    );
    return;
  }
  if (process.env.PLUGIN_CLIENT_CERT) {
    refuse('this plugin has no certificate to answer the host with: switch plugins.mtls off in the configuration of riffle');
    return;
  }
  // Nothing else tells a plugin that its host was killed.
  process.stdin.on('end', end).on('close', end).on('error', end).resume();
  process.on('SIGTERM', end);
  listen(newServer(processor)).catch((err) => refuse(`can't listen: ${err.message}`));
}

function end() {
  process.exit(0);
}

// A person, or riffle plugin doctor, reads this.
function refuse(text) {
  process.stderr.write(text + '\n');
  process.exitCode = 2;
  process.stdin.destroy();
}

async function listen(server) {
  let address;
  let network = 'unix';
  const dir = process.env.PLUGIN_UNIX_SOCKET_DIR;
  if (dir && process.platform !== 'win32') {
    address = path.join(dir, 'plugin' + crypto.randomBytes(5).toString('hex'));
    await bind(server, 'unix:' + address);
    process.on('exit', () => fs.rmSync(address, { force: true }));
  } else {
    network = 'tcp';
    address = '127.0.0.1:' + (await bind(server, '127.0.0.1:0'));
  }
  // The one line that standard output ever carries. The last field is for a certificate.
  process.stdout.write(`1|${protocol}|${network}|${address}|grpc|\n`);
}

function bind(server, address) {
  return new Promise((done, failed) => {
    server.bindAsync(address, grpc.ServerCredentials.createInsecure(), (err, port) => (err ? failed(err) : done(port)));
  });
}

// newServer makes a server that answers as a plugin, without a process around it.
function newServer(processor) {
  // Read late: a start by hand needs no protobuf.
  const { PluginService, Health } = require('./protos.js');
  const server = new grpc.Server({
    'grpc.max_receive_message_length': maxMessage,
    'grpc.max_send_message_length': maxMessage,
  });
  // CountTokens is left out: grpc-js answers it with UNIMPLEMENTED.
  const methods = {
    Describe: unary(() => describe(processor)),
    Process: unary((m, call) => plan(processor, m, call)),
  };
  if (processor.match) {
    methods.Match = unary((m) => ({ kind: processor.match(sample(m)) }));
  }
  server.addService(PluginService, methods);
  server.addService(Health, {
    Check: unary(({ service }) => {
      if (service !== '' && service !== 'plugin') {
        throw new StatusError(grpc.status.NOT_FOUND, `no service ${JSON.stringify(service.slice(0, maxErrorText))}`);
      }
      return { status: 'SERVING' };
    }),
  });
  return server;
}

class StatusError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

// unary turns a function of a message into a handler. What it throws unawares is a
// panic by the protocol: the process lives on.
function unary(f) {
  return async (call, reply) => {
    let answer;
    try {
      answer = await f(call.request, call);
    } catch (err) {
      if (err instanceof StatusError) {
        reply({ code: err.code, details: err.message });
        return;
      }
      const said = String((err && err.message) || err);
      process.stderr.write(`panic: ${(err && err.stack) || said}\n`);
      reply({ code: grpc.status.INTERNAL, details: panicMark + printable(said) });
      return;
    }
    reply(null, answer);
  };
}

function printable(text) {
  return text.slice(0, maxErrorText).replace(/[^\x20-\x7e]/g, '?');
}

function capabilities(processor) {
  return processor.match ? ['match'] : [];
}

function describe(processor) {
  const i = processor.info;
  return {
    kind: 'PLUGIN_KIND_PROCESSOR',
    name: i.name,
    version: i.version,
    summary: i.summary,
    content_kinds: i.kinds,
    sdk_version: 'node ' + process.version,
    capabilities: capabilities(processor),
    magic: (i.magic || []).map((m) => Buffer.from(m, 'latin1')),
    priority: i.priority || 0,
    stability: i.stability || '',
  };
}

function sample(m) {
  return { head: m.head, bytes: m.content_bytes, kind: m.kind, tool: m.tool, command: m.command };
}

async function plan(processor, m, call) {
  if (m.content.length > maxContent) {
    throw new StatusError(grpc.status.RESOURCE_EXHAUSTED, `a content of ${m.content.length} bytes, at most ${maxContent} are allowed`);
  }
  const evidence = [];
  let start = 0;
  m.evidence_start.forEach((d, i) => {
    start += d;
    evidence.push({ start, end: start + (m.evidence_length[i] || 0) });
  });
  const pace = new Pace(call);
  const request = { content: m.content, kind: m.kind, tool: m.tool, command: m.command, maxTokens: m.max_tokens, evidence, options: m.options };
  const answer = await processor.process(request, pace);
  return answer.declined !== undefined ? { declined: { reason: answer.declined.slice(0, maxErrorText) } } : { plan: encodePlan(answer) };
}

const turn = 25; // ms that one call computes before others, and the end, have a turn

// Pace keeps a long call from holding up the others: JavaScript has one thread, so a
// call that never waits would delay every answer and not see that its caller is gone.
class Pace {
  constructor(call) {
    this.call = call;
    this.since = Date.now();
  }

  // due says whether it is time to wait for breathe(). Asking costs little.
  get due() {
    return Date.now() - this.since > turn;
  }

  async breathe() {
    await new Promise((next) => setImmediate(next));
    if (this.call && this.call.cancelled) {
      throw new StatusError(grpc.status.CANCELLED, 'the caller is gone');
    }
    this.since = Date.now();
  }
}

module.exports = { serve, newServer, Pace, StatusError };
