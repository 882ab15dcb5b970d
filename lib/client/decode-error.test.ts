import { describe, expect, it } from 'vitest';
import type { BigtabError } from '../errors.js';
import { int64, text } from '../model/codec.js';
import { json } from '../model/json-codec.js';
import { Put } from '../model/put.js';
import { memoryMedium, openEngine } from '../testing/samples/engine.js';
import type { OnDecodeError } from './decode-error.js';
import { defineTable } from './define-table.js';

const families = { f: { columns: { n: int64, title: text, tags: json<string[]>() } } };

/** A table in which every third of nine rows cannot be decoded. */
async function open<R = never>(onDecodeError?: OnDecodeError<R>) {
  const { connection } = await openEngine(memoryMedium());
  const definition = defineTable({ name: 't', families, ...(onDecodeError !== undefined && { onDecodeError }) });
  const table = await connection.ensureTable(definition);
  const rows = Array.from({ length: 9 }, (_, index) => `r${index}`);
  await table.put(rows.map((row, n) => ({ row, cells: { f: { n, title: row } } })));
  const bad = rows.filter((_, index) => index % 3 === 2);
  await table.table.put(bad.map((row) => new Put(row).addColumn('f', 'n', 'no number')));
  return { connection, table };
}

const GOOD = ['r0', 'r1', 'r3', 'r4', 'r6', 'r7'];
const ERROR = {
  code: 'INVALID_ARGUMENT',
  message: "table 't', column 'f:n' of row 'r2': expected 8 bytes, found 9",
  details: { table: 't', row: 'r2', family: 'f', qualifier: 'n' },
};

describe('A row that cannot be decoded', () => {
  it('is an error that names table, row and column, by default', async () => {
    const { table } = await open();
    await expect(table.get('r2')).rejects.toMatchObject(ERROR);
    await expect(table.get(['r0', 'r2'])).rejects.toMatchObject(ERROR);
    const scanner = table.getScanner();
    expect((await scanner.next(2)).map(({ key }) => key)).toEqual(['r0', 'r1']);
    await expect(scanner.next()).rejects.toMatchObject(ERROR);
    expect((await scanner.next())?.key).toBe('r3');
    await scanner.close();
    await expect(table.getScanner().toArray()).rejects.toMatchObject(ERROR);
    await expect(table.get('r2', { onDecodeError: 'throw' })).rejects.toMatchObject(ERROR);
  });

  for (const where of ['in the options of a read', 'in the definition'] as const) {
    const options = where === 'in the definition' ? undefined : ({ onDecodeError: 'skip' } as const);

    it(`is left out with 'skip' ${where}`, async () => {
      const { table } = await open(where === 'in the definition' ? 'skip' : undefined);
      expect((await table.getScanner({}, options).toArray()).map(({ key }) => key)).toEqual(GOOD);
      const keys: string[] = [];
      for await (const { key } of table.getScanner({}, options)) keys.push(key);
      expect(keys).toEqual(GOOD);
      const one = table.getScanner({ start: 'r1' }, options);
      const next = [await one.next(), await one.next(), await one.next()];
      expect(next.map((row) => row?.key)).toEqual(['r1', 'r3', 'r4']);
      const some = table.getScanner({}, options);
      expect((await some.next(4)).map(({ key }) => key)).toEqual(['r0', 'r1', 'r3', 'r4']);
      expect((await some.next(9)).map(({ key }) => key)).toEqual(['r6', 'r7']);
      expect(await some.next()).toBe(null);
      const row = await table.get('r2', options);
      expect([row.isEmpty, row.key, row.f]).toEqual([true, null, { n: null, title: null, tags: null }]);
      expect(row.result.getText('f', 'title')).toBe('r2');
      expect((await table.get(['r0', 'r2', 'r3'], options)).map(({ key }) => key)).toEqual(['r0', null, 'r3']);
    });
  }

  it('is replaced by what a function returns, or left out if that is null', async () => {
    const { table } = await open((error) => (error.details.row === 'r5' ? null : `bad ${error.details.row}`));
    const rows = await table.getScanner().toArray();
    const names = rows.map((row) => (typeof row === 'string' ? row : row.key));
    expect(names).toEqual(['r0', 'r1', 'bad r2', 'r3', 'r4', 'r6', 'r7', 'bad r8']);
    expect(await table.get('r2')).toBe('bad r2');
    expect(await table.get('r5')).toMatchObject({ isEmpty: true });
    const seen: BigtabError[] = [];
    const titles = table.getScanner(
      {},
      {
        onDecodeError(error, result) {
          seen.push(error);
          return { title: result.getText('f', 'title') };
        },
      },
    );
    const found: (string | null)[] = [];
    for await (const row of titles) found.push(typeof row === 'string' ? row : 'f' in row ? row.f.title : row.title);
    expect(found).toEqual(Array.from({ length: 9 }, (_, index) => `r${index}`));
    expect(seen[0]).toMatchObject(ERROR);
    expect(seen).toHaveLength(3);
  });

  it('is left out if the function returns nothing', async () => {
    const { table } = await open();
    const seen: unknown[] = [];
    const onDecodeError = ({ details }: BigtabError) => void seen.push(details.row);
    const rows = await table.getScanner({}, { onDecodeError }).toArray();
    expect(rows.map((row) => row?.key)).toEqual(GOOD);
    expect(seen).toEqual(['r2', 'r5', 'r8']);
    expect(await table.get('r2', { onDecodeError })).toMatchObject({ isEmpty: true });
    const live = table.watch({}, { onDecodeError });
    expect((await live.ready()).map((row) => row?.key)).toEqual(GOOD);
    live.close();
  });

  it('fails a call with the error of the function', async () => {
    const { table } = await open();
    const onDecodeError = () => {
      throw new RangeError('stop here');
    };
    await expect(table.get('r2', { onDecodeError })).rejects.toThrow('stop here');
    const scanner = table.getScanner({}, { onDecodeError });
    await expect(scanner.toArray()).rejects.toThrow('stop here');
  });

  it('is left out of the answers of writes if the definition says so', async () => {
    const { table } = await open('skip');
    await table.table.put(new Put('r0').addColumn('f', 'title', Uint8Array.of(0xff)));
    const row = await table.append({ row: 'r0', values: { f: { title: 'x' } } });
    expect([row.isEmpty, row.f.title]).toEqual([true, null]);
    const [good, bad] = await table.batch([
      { kind: 'Get', row: 'r1' },
      { kind: 'Get', row: 'r2' },
    ]);
    expect([good, bad]).toMatchObject([{ key: 'r1' }, { isEmpty: true }]);
  });

  it('may be one of many thousands in a row', async () => {
    const { table } = await open();
    const rows = Array.from({ length: 20_000 }, (_, index) => new Put(`x${index}`).addColumn('f', 'n', 'bad'));
    await table.table.put(rows);
    let count = 0;
    for await (const _ of table.getScanner({}, { onDecodeError: 'skip' })) count++;
    expect(count).toBe(6);
  });

  it('needs one of three options', async () => {
    const { table } = await open();
    for (const onDecodeError of ['skipped', null, 5] as never[]) {
      const refused = expect.objectContaining({ code: 'INVALID_ARGUMENT' });
      expect(() => defineTable({ name: 't', families, onDecodeError })).toThrow(refused);
      expect(() => table.getScanner({}, { onDecodeError })).toThrow(refused);
      await expect(table.get('r0', { onDecodeError })).rejects.toEqual(refused);
    }
    await expect(table.get('r0', { onError: 'skip' } as never)).rejects.toThrow("unknown property 'onError'");
  });
});
