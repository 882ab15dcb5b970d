import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeText } from '../../bytes/text.js';
import { deferred } from '../../client/calls/deferred.js';
import { startRecordingGateway } from '../../testing/fakes/recording-gateway.js';
import { sendRequest } from '../../testing/fakes/send-request.js';
import { GET, PUT, THRIFT } from '../../testing/samples/thrift-calls.js';
import { encodeCall } from '../thrift/message.js';
import { runCommand } from './command.js';

const GATEWAY = ['--gateway', 'http://user:secret@127.0.0.1:9090/'];
const LISTEN = ['--listen', '127.0.0.1:0'];

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bigtab-command-'));
  writeFileSync(join(folder, 'login.mjs'), "export default async () => ({ user: 'ada', readOnly: true });\n");
  writeFileSync(join(folder, 'empty.mjs'), 'export {};\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the command; `whileRunning` is called with the address of the proxy. */
async function run(words: readonly string[], whileRunning: (url: string) => Promise<void> = async () => {}) {
  const stopped = deferred<void>();
  let [output, errors] = ['', ''];
  const code = await runCommand(words, {
    print: (text) => {
      output += text;
      const url = /^HBase proxy: (\S+)/.exec(text)?.[1];
      if (url !== undefined) whileRunning(url).then(stopped.resolve, stopped.reject);
    },
    printError: (text) => {
      errors += text;
    },
    stopped: stopped.promise,
  });
  return { code, output, errors };
}

describe('the command', () => {
  it('prints where it listens, without passwords, and ends with 0 on a signal', async () => {
    const { code, output, errors } = await run(['hbase-proxy', ...GATEWAY, ...LISTEN]);
    expect([code, errors]).toEqual([0, '']);
    expect(output).toMatch(/^HBase proxy: http:\/\/127\.0\.0\.1:\d+\/ -> http:\/\/127\.0\.0\.1:9090\/\n$/);
  });

  it('applies its options, and reports refused requests', async () => {
    const gateway = await startRecordingGateway();
    const statuses: number[] = [];
    const words = [
      '--gateway',
      gateway.url,
      ...LISTEN,
      '--login',
      join(folder, 'login.mjs'),
      '--tables',
      't',
      '--max-body',
      '0.001',
    ];
    const { errors } = await run(['hbase-proxy', ...words], async (url) => {
      const bodies = [GET, PUT, new Uint8Array(1049)];
      for (const body of bodies) statuses.push((await sendRequest(url, { headers: THRIFT, body })).status);
    });
    await gateway.close();
    expect(statuses).toEqual([200, 403, 413]);
    expect(errors.split('\n')).toEqual([
      expect.stringMatching(/^403 put \["t"\] as ada: "put is not a read, /),
      expect.stringMatching(/^413 as ada: "The request is larger than 0 MiB/),
      '',
    ]);
  });

  it('reports a request in one line of at most 2 kB without control characters, and its own failures too', async () => {
    const table = `\u009b31m${'\u007f"'.repeat(400)}`;
    const body = encodeCall('getAllRegionLocations', { table: encodeText(table) });
    const words = ['hbase-proxy', ...GATEWAY, ...LISTEN, '--tables', 't'];
    const { errors } = await run(words, async (url) => {
      expect((await sendRequest(url, { headers: THRIFT, body })).status).toBe(403);
    });
    const other = await run([table.repeat(10)]);
    const missing = await run([...words, '--login', table.repeat(10)]);
    for (const line of [errors, other.errors, missing.errors].flatMap((text) => text.split('\n'))) {
      expect(Buffer.byteLength(line)).toBeLessThan(2048);
      expect(line).not.toMatch(/\p{C}/u);
    }
    expect(errors).toMatch(/^403 getAllRegionLocations \["\\\\u\{9b\}31m/);
  });

  it('can refuse changes of tables, and allow code', async () => {
    const gateway = await startRecordingGateway();
    const tableName = { qualifier: encodeText('t') };
    const attributes = [[encodeText('coprocessor$1'), encodeText('|x.Y|1|')]] as const;
    const body = encodeCall('createTable', { descriptor: { tableName, attributes } });
    const statuses: number[] = [];
    for (const more of [[], ['--allow-code'], ['--allow-code', '--no-change-tables']]) {
      await run(['hbase-proxy', '--gateway', gateway.url, ...LISTEN, ...more], async (url) => {
        for (const sent of [body, PUT]) statuses.push((await sendRequest(url, { headers: THRIFT, body: sent })).status);
      });
    }
    await gateway.close();
    expect(statuses).toEqual([403, 200, 200, 200, 403, 200]);
  });

  it.each([
    [['hbase-proxy'], '--gateway is missing'],
    [['hbase-proxy', ...GATEWAY], '--listen is missing'],
    [['hbase-proxy', ...GATEWAY, '--listen', '8095'], 'must be HOST:PORT'],
    [['hbase-proxy', ...GATEWAY, '--listen', '0.0.0.0:8095'], 'pass login (--login MODULE)'],
    [['hbase-proxy', ...GATEWAY, ...LISTEN, '--max-body', 'x'], 'must be a number of MiB'],
    [['hbase-proxy', ...GATEWAY, ...LISTEN, '--readonly'], "Unknown option '--readonly'"],
    [['hbase-proxy', ...GATEWAY, ...LISTEN, '--login', 'none.mjs'], 'none.mjs cannot be loaded'],
    [['other'], "there is no command 'other'"],
    [[], 'Usage: bigtab COMMAND'],
  ])('with the words %j ends with 2 and the reason', async (words, reason) => {
    const { code, output, errors } = await run(words);
    expect([code, output]).toEqual([2, '']);
    expect(errors).toContain(reason);
  });

  it('ends with 2 for a login module without a hook', async () => {
    const words = ['hbase-proxy', ...GATEWAY, ...LISTEN, '--login', join(folder, 'empty.mjs')];
    expect((await run(words)).errors).toContain('has no function as its default export');
  });

  it('explains its options', async () => {
    const { code, output } = await run(['hbase-proxy', '--help']);
    expect(code).toBe(0);
    for (const option of [
      '--gateway',
      '--listen',
      '--allow-origin',
      '--read-only',
      '--no-change-tables',
      '--allow-code',
      '--tables',
      '--max-body',
      '--login',
    ]) {
      expect(output).toContain(`  ${option}`);
    }
    expect((await run(['--help'])).output).toContain('hbase-proxy');
  });
});
