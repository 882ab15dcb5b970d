import { beforeAll, describe, expect, it } from 'vitest';
import { crc32c } from '../../bytes/crc32c.js';
import { openMemory } from '../../memory.js';
import { Random } from '../../simulation/random.js';
import { exported, streamOf, withoutToken } from '../../testing/samples/backups.js';
import { testSeeds } from '../../testing/seed.js';
import type { Connection } from '../connection.js';

/* Backups may come from anywhere. Each of these ends in a typed error, and leaves nothing. */

const encoder = new TextEncoder();
const TYPED = expect.objectContaining({
  name: 'BigtabError',
  details: expect.objectContaining({ line: expect.any(Number) }),
});

let sample = '';

beforeAll(async () => {
  const connection = await openMemory();
  await connection.getAdmin().createNamespace({ name: 'ns', configuration: { a: 'b' } });
  const families = [
    { name: 'f', maxVersions: 3 },
    { name: 'n', newVersionBehavior: true, maxVersions: 2 },
  ];
  const table = await connection.ensureTable({ name: 't', families, metadata: { owner: 'x' } });
  await table.put({ row: 'a', cells: { f: { q: '3' }, n: { q: '4' } }, timestamp: 5 });
  await connection.getAdmin().flush('t');
  const cells = { f: { q: '1', r: new Uint8Array(9) }, n: { q: '2' } };
  await table.put({ row: 'a', cells, timestamp: 5, ttlMs: 10 ** 13 });
  await table.put({ row: 'b\\', cells: { f: { '': 'x"y' } }, timestamp: 9 });
  await table.delete({ row: 'b\\', timestamp: 8 });
  await connection.ensureTable({ name: 'ns:u', families: ['g'] });
  sample = await exported(connection);
  await connection.close();
});

/** Imports into a new database. Returns what is in it, or the error, after which nothing may be in it. */
async function importAndRead(backup: string | Uint8Array, chunkBytes = 1000): Promise<string | object> {
  const connection = await openMemory();
  try {
    await connection.importStream(streamOf(backup, chunkBytes), { mode: 'create' });
    return withoutToken(await exported(connection));
  } catch (error) {
    expect(await leftIn(connection)).toEqual({ tables: [], namespaces: ['default', 'hbase'], connection: [] });
    return error as object;
  } finally {
    await connection.close();
  }
}

async function leftIn(connection: Connection): Promise<object> {
  const admin = connection.getAdmin();
  const namespaces = (await admin.listNamespaceDescriptors()).map(({ name }) => name);
  const hidden = await admin.listTableNamesByNamespace('default');
  return { tables: await admin.listTableNames(), namespaces, connection: hidden };
}

/** The sample with one line replaced, and a last line that fits. `line` counts from 1. */
function withLine(line: number, replace: (text: string) => string | string[]): string {
  const lines = sample.trimEnd().split('\n').slice(0, -1);
  lines.splice(line - 1, 1, ...[replace(lines[line - 1] as string)].flat());
  return finished(lines);
}

/** These lines, and a last line that fits. */
function finished(lines: readonly string[]): string {
  const text = `${lines.join('\n')}\n`;
  const cells = lines.filter((line) => line.includes('"timestamp"')).length;
  const bytes = encoder.encode(text);
  const checksum = crc32c(bytes, 0, bytes.length).toString(16).padStart(8, '0');
  return `${text}{"cells":${cells},"checksum":"${checksum}","token":null}\n`;
}

const changed = (from: string | RegExp, to: string) => (line: string) => {
  expect(line).toMatch(from);
  return line.replace(from, to);
};

describe('A backup', () => {
  it('is imported whatever its chunks are', async () => {
    for (const chunkBytes of [1, 2, 7, 100_000])
      expect(await importAndRead(sample, chunkBytes)).toBe(withoutToken(sample));
  });

  it('may have the properties of a cell in any order, and its bytes in the other form', async () => {
    const other = withLine(
      3,
      () => '{"base64":"Mw==","timestamp":5,"qualifier":"\\\\x71","family":"f","row":"\\\\x61"}',
    );
    expect(await importAndRead(other)).toBe(withoutToken(sample));
  });

  const refused: readonly (readonly [string, string, () => string | Uint8Array, number?])[] = [
    ['empty', 'INVALID_ARGUMENT', () => '', 1],
    ['without an end', 'INVALID_ARGUMENT', () => sample.slice(0, sample.lastIndexOf('{"cells"'))],
    ['cut in a line', 'INVALID_ARGUMENT', () => sample.slice(0, -20)],
    ['longer than its last line', 'INVALID_ARGUMENT', () => `${sample}{"table":"u"}\n`],
    ['of a newer version', 'FORMAT_TOO_NEW', () => withLine(1, changed('"version":1', '"version":2')), 1],
    ['of another kind', 'INVALID_ARGUMENT', () => withLine(1, changed('"bigtab"', '"other"')), 1],
    ['whose checksum is wrong', 'CORRUPTION', () => sample.replace(/"checksum":"./, (all) => `${all.slice(0, -1)}z`)],
    ['whose count is wrong', 'CORRUPTION', () => sample.replace(/"cells":\d+/, '"cells":1')],
    ['with a changed value', 'CORRUPTION', () => sample.replace('"value":"3"', '"value":"5"')],
    ['that lacks a table', 'CORRUPTION', () => finished(sample.trimEnd().split('\n').slice(0, -2))],
    ['that begins another table', 'INVALID_ARGUMENT', () => withLine(2, changed('"t"', '"ns:u"')), 2],
    ['with a cell before its table', 'INVALID_ARGUMENT', () => withLine(2, () => '{"row":"a"}'), 2],
    ['with an empty line', 'INVALID_ARGUMENT', () => withLine(4, (line) => [line, '']), 5],
    ['with a line that is a list', 'INVALID_ARGUMENT', () => withLine(4, () => '[]'), 4],
    ['with a line that is not UTF-8', 'INVALID_ARGUMENT', () => encoder.encode(sample).fill(0xff, -40, -30)],
    ['with an unknown property', 'INVALID_ARGUMENT', () => withLine(4, changed('"row"', '"x":1,"row"')), 4],
    ['with the property __proto__', 'INVALID_ARGUMENT', () => withLine(4, changed('"row"', '"__proto__":1,"row"')), 4],
    ['with an object in a cell', 'INVALID_ARGUMENT', () => withLine(4, changed('"row"', '"__proto__":{},"row"')), 4],
    ['with an empty row', 'INVALID_ARGUMENT', () => withLine(3, changed('"row":"a"', '"row":""')), 3],
    [
      'with a long row',
      'INVALID_ARGUMENT',
      () => withLine(3, changed('"row":"a"', `"row":"${'a'.repeat(32_768)}"`)),
      3,
    ],
    ['with an unknown family', 'INVALID_ARGUMENT', () => withLine(3, changed('"family":"f"', '"family":"g"')), 3],
    [
      'with a family of prototypes',
      'INVALID_ARGUMENT',
      () => withLine(3, changed('"family":"f"', '"family":"constructor"')),
      3,
    ],
    ['with a negative timestamp', 'INVALID_ARGUMENT', () => withLine(3, changed('"timestamp":5', '"timestamp":-5')), 3],
    [
      'with a timestamp that means now',
      'INVALID_ARGUMENT',
      () => withLine(3, changed('"timestamp":5', '"timestamp":9007199254740991')),
      3,
    ],
    [
      'with a timestamp beyond numbers',
      'INVALID_ARGUMENT',
      () => withLine(3, changed('"timestamp":5', '"timestamp":1e999')),
      3,
    ],
    ['with half an escape', 'INVALID_ARGUMENT', () => withLine(3, changed('"row":"a"', '"row":"\\\\\\\\x6"')), 3],
    [
      'with a character that is not printable',
      'INVALID_ARGUMENT',
      () => withLine(3, changed('"row":"a"', '"row":"ä"')),
      3,
    ],
    ['with Base64 that is none', 'INVALID_ARGUMENT', () => withLine(3, changed('"value":"3"', '"base64":"A"')), 3],
    [
      'with two values',
      'INVALID_ARGUMENT',
      () => withLine(3, changed(/"value":"3"/, '"value":"3","base64":"AA=="')),
      3,
    ],
    [
      'with an unknown type',
      'INVALID_ARGUMENT',
      () => withLine(3, changed('"timestamp"', '"type":"Put","timestamp"')),
      3,
    ],
    ['with a time to live of a delete', 'INVALID_ARGUMENT', () => withLine(9, changed('"type"', '"ttl":1,"type"')), 9],
    [
      'with cells in the wrong order',
      'INVALID_ARGUMENT',
      () => withLine(3, (line) => [line, line.replace('"row":"a"', '"row":"A"')]),
      4,
    ],
    ['with a delete twice', 'INVALID_ARGUMENT', () => withLine(9, (line) => [line, line]), 10],
    ['with a write that is missing', 'INVALID_ARGUMENT', () => withLine(7, changed('"write":2', '"write":3')), 7],
    [
      'with a write in another family',
      'INVALID_ARGUMENT',
      () => withLine(3, changed('"timestamp"', '"write":1,"timestamp"')),
      3,
    ],
    [
      'with a version of the app that is none',
      'INVALID_ARGUMENT',
      () => withLine(1, changed('"version":1', '"version":1,"appVersion":0')),
      1,
    ],
    [
      'with a version of the app that is an object',
      'INVALID_ARGUMENT',
      () => withLine(1, changed('"version":1', '"version":1,"appVersion":{"valueOf":1}')),
      1,
    ],
    [
      'with many settings',
      'INVALID_ARGUMENT',
      () =>
        withLine(1, changed('"owner":"x"', `"owner":"x",${Array.from({ length: 10_000 }, (_, at) => `"m${at}":"x"`)}`)),
      1,
    ],
    [
      'with many indexes',
      'INVALID_ARGUMENT',
      () => {
        const indexes = Array.from(
          { length: 1_001 },
          (_, at) => `"i${at}":{"on":["f:q"],"order":["bytes"],"unique":false}`,
        );
        return withLine(1, changed('"readOnly":false}', `"readOnly":false},"indexes":{${indexes}}`));
      },
      1,
    ],
    ['with a table twice', 'INVALID_ARGUMENT', () => withLine(1, changed('"name":"ns:u"', '"name":"t"')), 1],
    ['with the name of a path', 'INVALID_ARGUMENT', () => withLine(1, changed('"name":"ns:u"', '"name":"../u"')), 1],
    ["with HBase's own table", 'IO', () => withLine(1, changed('"name":"ns:u"', '"name":"hbase:meta"')), 1],
    [
      'with a table without a namespace',
      'NAMESPACE_NOT_FOUND',
      () => withLine(1, changed('"name":"ns:u"', '"name":"x:u"')),
      1,
    ],
    [
      'with an unknown attribute',
      'INVALID_ARGUMENT',
      () => withLine(1, changed('"maxVersions":2', '"maxVersion":2')),
      1,
    ],
    [
      'with settings on the prototype',
      'INVALID_ARGUMENT',
      () => withLine(1, changed('{"name":"ns:u"', '{"__proto__":{"readOnly":true},"name":"ns:u"')),
      1,
    ],
    [
      'with an encrypted family',
      'INVALID_OPERATION',
      () => withLine(1, changed('"metadata":{}', '"metadata":{"ENCRYPTION":"AES"}')),
      1,
    ],
    ['that is deeply nested', 'INVALID_ARGUMENT', () => withLine(1, () => `{"format":${'['.repeat(1_000_000)}`), 1],
    [
      'of many parts',
      'INVALID_ARGUMENT',
      () => withLine(1, () => `{"format":"bigtab","tables":[${'{},'.repeat(400_000)}{}]}`),
      1,
    ],
    ['that is one long line', 'INVALID_ARGUMENT', () => 'x'.repeat(33 * 1024 * 1024), 1],
    [
      'with a cell that is too large',
      'INVALID_ARGUMENT',
      () => withLine(3, changed('"value":"3"', `"value":"${'1'.repeat(10_485_761)}"`)),
      3,
    ],
  ];
  for (const [what, code, make, line] of refused) {
    it(`${what} is refused with ${code}`, async () => {
      const error = await importAndRead(make(), 64 * 1024);
      expect(error).toEqual(TYPED);
      expect(error).toMatchObject({ code, ...(line !== undefined && { details: { line } }) });
      expect((error as Error).message.length).toBeLessThan(1000);
    });
  }

  it('that is an increment is refused by mode create', async () => {
    const increment = withLine(1, changed('"readOnly":false}', '"readOnly":false},"increment":true'));
    expect(await importAndRead(increment)).toMatchObject({ code: 'INVALID_ARGUMENT', details: { line: 1 } });
  });

  for (const seed of testSeeds(12)) {
    it(`that was changed at random ends in a typed error, or has what it says (seed ${seed})`, async () => {
      const random = new Random(seed);
      for (let run = 0; run < 40; run++) {
        const mutated = mutate(encoder.encode(sample), random);
        const fixed = random.chance(0.7) ? withFittingEnd(mutated) : mutated;
        const result = await importAndRead(fixed, 1 + random.below(2000));
        if (typeof result !== 'string') expect(result).toEqual(TYPED);
        else expect(await importAndRead(result)).toBe(result);
      }
    });
  }
});

/** Changes, removes, repeats or swaps bytes, digits or lines. */
function mutate(bytes: Uint8Array, random: Random): Uint8Array {
  const at = random.below(bytes.length);
  const end = Math.min(bytes.length, at + 1 + random.below(30));
  switch (random.below(6)) {
    case 0:
      bytes[at] = random.below(256);
      return bytes;
    case 1:
      return joined(bytes.subarray(0, at), bytes.subarray(end));
    case 2:
      return joined(bytes.subarray(0, end), bytes.subarray(at));
    case 3:
      return joined(bytes.subarray(0, at), random.bytes(end - at), bytes.subarray(end));
    case 4: {
      const text = new TextDecoder('latin1').decode(bytes);
      const words = ['null', '-1', '1e9', '""', '[]', '{}', '"x"', 'true', '9007199254740993'];
      const values = [...text.matchAll(/(?<=":)("[^"]*"|\d+|true|false)/g)];
      const value = random.pick(values);
      return encoder.encode(
        text.slice(0, value.index) + random.pick(words) + text.slice(value.index + value[0].length),
      );
    }
    default: {
      const lines = new TextDecoder().decode(bytes).split('\n');
      const one = random.below(lines.length - 1);
      const other = random.below(lines.length - 1);
      [lines[one], lines[other]] = [lines[other] as string, lines[one] as string];
      return encoder.encode(lines.join('\n'));
    }
  }
}

function withFittingEnd(bytes: Uint8Array): Uint8Array {
  const lines = new TextDecoder('latin1').decode(bytes).trimEnd().split('\n').slice(0, -1);
  const text = `${lines.join('\n')}\n`;
  const body = Uint8Array.from(text, (unit) => unit.charCodeAt(0));
  const cells = lines.filter((line) => line.includes('"row"')).length;
  const checksum = crc32c(body, 0, body.length).toString(16).padStart(8, '0');
  return joined(body, encoder.encode(`{"cells":${cells},"checksum":"${checksum}","token":null}\n`));
}

function joined(...parts: Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
