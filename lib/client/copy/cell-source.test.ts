import { describe, expect, it } from 'vitest';
import { BigtabError } from '../../errors.js';
import type { Cell } from '../../model/cell.js';
import type { ScanLike } from '../../model/scan.js';
import type { Result } from '../answers/result.js';
import type { Table } from '../table.js';
import { CellSource } from './cell-source.js';

const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

function cell(name: string): Cell {
  const [row, qualifier] = [name.slice(0, 1), name.slice(1)].map(encode) as [Uint8Array, Uint8Array];
  return { row, family: encode('f'), qualifier, timestamp: 1, type: 'Put', value: new Uint8Array() };
}

/** A Result of cells named by row and column, such as `a1`; `+` at the end: the row goes on. */
function result(text: string): Result {
  const cells = text.replace('+', '').split(' ').map(cell);
  const [first] = cells as [Cell];
  return { row: first.row, cells, mayHaveMoreCellsInRow: () => text.endsWith('+') } as unknown as Result;
}

const PACER = { due: () => false, rest: () => Promise.resolve() };

/** A table whose scanners return these Results one after the other; the last text may be the code of an error. */
async function read(...scans: readonly (readonly string[])[]): Promise<{ cells: string; scans: ScanLike[] }> {
  const asked: ScanLike[] = [];
  async function* resultsOf(list: readonly string[]): AsyncGenerator<Result> {
    for (const text of list) {
      if (/^[A-Z]/.test(text)) throw new BigtabError(text as 'ROW_TOO_BIG', 'failed');
      yield result(text);
    }
  }
  const getScanner = (scan: ScanLike) => {
    asked.push(scan);
    return resultsOf(scans[asked.length - 1] as readonly string[]);
  };
  const stream = await new CellSource({ getScanner } as unknown as Table, PACER, undefined).open({ versions: 'all' });
  const names: string[] = [];
  for (; stream.current !== null; await stream.next())
    names.push(decode(stream.current.row) + decode(stream.current.qualifier));
  return { cells: names.join(' '), scans: asked };
}

describe('CellSource', () => {
  it('returns the cells of all rows', async () => {
    expect(await read(['a1 a2', 'b1'])).toEqual({ cells: 'a1 a2 b1', scans: [{ versions: 'all' }] });
  });

  it('reads batches, from the last cell on, when a row is too long', async () => {
    const { cells, scans } = await read(['a1 a2', 'ROW_TOO_BIG'], ['a1 a2', 'b1 b2+', 'b3']);
    expect(cells).toBe('a1 a2 b1 b2 b3');
    expect(scans[1]).toEqual({ versions: 'all', start: encode('a'), startInclusive: true, batch: 1_000 });
  });

  it('fails if a batch is too long, or for another reason', async () => {
    await expect(read(['ROW_TOO_BIG'], ['ROW_TOO_BIG'])).rejects.toMatchObject({ code: 'ROW_TOO_BIG' });
    await expect(read(['a1', 'FENCED'])).rejects.toMatchObject({ code: 'FENCED' });
  });

  it('reads the rest of a row that the scanner has left in its middle', async () => {
    const { cells, scans } = await read(['a1+', 'b1'], ['a1+', 'a2+', 'a3', 'b1', 'c1+'], ['c1', 'd1']);
    expect(cells).toBe('a1 a2 a3 b1 c1 d1');
    expect(scans.map(({ start }) => start && decode(start as Uint8Array))).toEqual([undefined, 'a', 'c']);
  });

  it('continues if nothing is left of such a row', async () => {
    expect((await read(['a1+', 'b1'], ['b1'])).cells).toBe('a1 b1');
    expect((await read(['a1+', 'b1'], ['a1+', 'b1'])).cells).toBe('a1 b1');
    expect((await read(['a1+'], ['a1+'])).cells).toBe('a1');
  });
});
