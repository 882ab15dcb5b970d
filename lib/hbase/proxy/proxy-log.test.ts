import { afterEach, describe, expect, it } from 'vitest';
import { ByteWriter } from '../../bytes/byte-writer.js';
import { encodeText } from '../../bytes/text.js';
import { startProxy } from '../../testing/fakes/started-proxy.js';
import { encodeCall } from '../thrift/message.js';
import { TTableName } from '../thrift/structs.js';
import { I32, list, TEXT } from '../thrift/types.js';
import type { HBaseProxyOptions } from './hbase-proxy.js';

const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

/** A call that names these tables. */
function getDescriptors(tables: readonly string[]): Uint8Array {
  const out = new ByteWriter();
  I32.write(out, 0x8001_0001 | 0);
  TEXT.write(out, 'getTableDescriptors');
  I32.write(out, 0);
  const type = list(TTableName);
  out.u8(type.id);
  out.u8(0);
  out.u8(1);
  type.write(
    out,
    tables.map((table) => ({ qualifier: encodeText(table) })),
  );
  out.u8(0);
  return out.written();
}

/** The entry that a proxy logs about a call. */
async function logged(body: Uint8Array, options: Partial<HBaseProxyOptions> = {}) {
  const started = await startProxy(options);
  open.push(started);
  await started.send({ body });
  const [entry] = started.entries;
  if (entry === undefined) throw new Error('nothing was logged');
  return entry;
}

const HOSTILE = 'a\r\n403 \u001b[2J\u007f\u009b31m\u2028\u202eb';
const CONTROL = /[\p{C}\p{Zl}\p{Zp}]/u;

describe('the log of a proxy', () => {
  it('has no control characters in any field', async () => {
    for (const tables of [['*'], ['other']]) {
      const entry = await logged(getDescriptors([HOSTILE]), { tables });
      for (const text of [...entry.tables, entry.reason ?? '']) expect(text).not.toMatch(CONTROL);
      expect(entry.tables).toEqual(['a\\u{d}\\u{a}403 \\u{1b}[2J\\u{7f}\\u{9b}31m\\u{2028}\\u{202e}b']);
    }
    const rejected = await logged(getDescriptors(['t']), { login: () => Promise.reject(new Error(HOSTILE)) });
    expect(rejected.reason).toMatch(/refused the request\. \(a\\u\{d\}/);
    expect(rejected.reason).not.toMatch(CONTROL);
  });

  it.each(['x', '"', '\\', 'ä', '\u0001', '😀'])(
    'has less than 2 kB a request, of any length, made of %j',
    async (character) => {
      const tables = new Array<string>(10_000).fill(character.repeat(200));
      const login = async () => ({ user: '"'.repeat(256), tables: [] });
      const entry = await logged(getDescriptors(tables), { login });
      expect(entry).toMatchObject({ status: 403, method: 'getTableDescriptors' });
      expect(entry.tables.at(-1)).toBe('… (10000 in all)');
      expect(Buffer.byteLength(JSON.stringify(entry))).toBeLessThan(2000);
      const failing = () => Promise.reject(new Error(character.repeat(5000)));
      const rejected = await logged(getDescriptors(['t']), { login: failing });
      expect(Buffer.byteLength(JSON.stringify(rejected))).toBeLessThan(2000);
    },
  );

  it('has the names of few tables as they are', async () => {
    const body = encodeCall('getAllRegionLocations', { table: encodeText('größe:t') });
    expect((await logged(body)).tables).toEqual(['größe:t']);
  });
});
