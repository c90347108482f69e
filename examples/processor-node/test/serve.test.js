'use strict';

const assert = require('node:assert/strict');
const { spawn, spawnSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const test = require('node:test');
const grpc = require('@grpc/grpc-js');
const { newServer } = require('../lib/serve.js');
const { PluginService, Health } = require('../lib/protos.js');

const program = path.join(__dirname, '..', 'riffle-processor-yaml');

// connect serves a processor within this process and returns a function that calls it.
async function connect(t, processor) {
  const server = newServer(processor);
  const port = await new Promise((done, failed) => server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (e, p) => (e ? failed(e) : done(p))));
  return caller(t, `127.0.0.1:${port}`, () => server.forceShutdown());
}

function caller(t, address, close = () => {}) {
  const options = { 'grpc.max_send_message_length': 66 << 20, 'grpc.max_receive_message_length': 66 << 20 };
  const clients = [PluginService, Health].map((s) => new (grpc.makeGenericClientConstructor(s, ''))(address, grpc.credentials.createInsecure(), options));
  t.after(() => {
    clients.forEach((c) => c.close());
    close();
  });
  const call = (method, message) =>
    new Promise((done) => {
      const client = clients[method === 'Check' ? 1 : 0];
      client[method](message, (err, answer) => done(err ? { code: err.code, details: err.details } : answer));
    });
  return Object.assign(call, { plugin: clients[0] });
}

const info = { name: 'x', version: '1.0.0', summary: 's', kinds: ['x'], magic: ['\x7fX?'], priority: -3, stability: 'beta' };

test('a processor is described, and serves by gRPC health', async (t) => {
  const call = await connect(t, { info, match: () => 'x' });
  const d = await call('Describe', {});
  assert.deepEqual([d.kind, d.name, d.content_kinds, d.capabilities, d.priority, d.stability], ['PLUGIN_KIND_PROCESSOR', 'x', ['x'], ['match'], -3, 'beta']);
  assert.deepEqual(d.magic, [Buffer.from([0x7f, 0x58, 0x3f])]);
  assert.equal((await call('Match', { head: Buffer.from('a') })).kind, 'x');
  assert.equal((await call('Check', { service: 'plugin' })).status, 'SERVING');
  assert.equal((await call('Check', { service: 'else' })).code, grpc.status.NOT_FOUND);
});

test('statuses are those of the protocol', async (t) => {
  const answers = {
    panic: () => {
      throw new Error('oh\u0000 no');
    },
    decline: () => ({ declined: 'why' }),
    plan: (r) => ({ units: [{ start: 0, end: r.content.length }], order: [0], complete: true, summary: JSON.stringify([r.maxTokens, r.evidence, r.options]) }),
  };
  const call = await connect(t, { info, process: async (r) => answers[r.kind](r) });
  const content = Buffer.from('é x');
  assert.deepEqual(await call('Process', { content, kind: 'panic' }), { code: grpc.status.INTERNAL, details: 'riffle: panic: oh? no' });
  assert.equal((await call('Process', { content, kind: 'decline' })).declined.reason, 'why');
  const { plan } = await call('Process', { content, kind: 'plan', max_tokens: 7, evidence_start: [5, -3], evidence_length: [1, 2], options: { a: 'b' } });
  assert.equal(plan.summary, '[7,[{"start":5,"end":6},{"start":2,"end":4}],{"a":"b"}]');
  assert.deepEqual(plan.units.length, [4]);
  assert.equal((await call('CountTokens', { texts: [] })).code, grpc.status.UNIMPLEMENTED);
  assert.equal((await call('Match', {})).code, grpc.status.UNIMPLEMENTED);
  assert.equal((await call('Process', { content: Buffer.alloc((64 << 20) + 1), kind: 'plan' })).code, grpc.status.RESOURCE_EXHAUSTED);
  assert.equal((await call('Process', { content: Buffer.alloc(5 << 20), kind: 'decline' })).declined.reason, 'why');
});

test('a long call lets others in, and ends when its caller is gone', async (t) => {
  let gone;
  const ended = new Promise((done) => (gone = done));
  const processor = {
    info,
    process: async (r, pace) => {
      for (;;) {
        if (r.kind === 'short') {
          return { declined: 'short' };
        }
        await pace.breathe().catch((err) => {
          gone(err.message);
          throw err;
        });
      }
    },
  };
  const call = await connect(t, processor);
  const content = Buffer.from('x');
  const long = call.plugin.Process({ content, kind: 'long' }, () => {});
  assert.equal((await call('Process', { content, kind: 'short' })).declined.reason, 'short');
  long.cancel();
  assert.equal(await ended, 'the caller is gone');
});

test('by hand it says what it is and ends with 2', () => {
  const r = spawnSync(program, [], { encoding: 'utf8', env: { PATH: process.env.PATH } });
  assert.equal(r.status, 2);
  assert.match(r.stderr, /is the Riffle processor "yaml", version 1\.0\.0/);
  assert.equal(r.stdout, '');
});

test('with a certificate of the host it says what to do', () => {
  const r = spawnSync(program, [], { encoding: 'utf8', env: { PATH: process.env.PATH, RIFFLE_PLUGIN: 'b0d3a1c5-riffle-plugin', PLUGIN_CLIENT_CERT: 'x' } });
  assert.equal(r.status, 2);
  assert.match(r.stderr, /plugins\.mtls/);
});

test('it prints one line, listens in the given folder, and ends with its standard input', async (t) => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'yaml'));
  t.after(() => fs.rmSync(dir, { recursive: true }));
  const child = spawn(program, { env: { PATH: process.env.PATH, RIFFLE_PLUGIN: 'b0d3a1c5-riffle-plugin', PLUGIN_PROTOCOL_VERSIONS: '1', PLUGIN_UNIX_SOCKET_DIR: dir } });
  t.after(() => child.kill('SIGKILL'));
  const exited = new Promise((done) => child.on('exit', done));
  let out = '';
  await new Promise((done) => child.stdout.on('data', (d) => ((out += d), done())));
  const [, address] = /^1\|1\|unix\|(.*)\|grpc\|\n$/.exec(out);
  assert.equal(path.dirname(address), dir);
  const call = caller(t, 'unix:' + address);
  assert.equal((await call('Describe', {})).name, 'yaml');
  child.stdin.end();
  assert.equal(await exited, 0);
  assert.deepEqual(fs.readdirSync(dir), []);
});
