import { describe, expect, it } from 'vitest';
import { ByteReader } from '../bytes/byte-reader.js';
import { decodeText } from '../bytes/text.js';
import { BigtabError } from '../errors.js';
import { EVERY_FAMILY } from '../keyvalue/cell-layout.js';
import { Delete } from '../model/delete.js';
import type { MutateRequest } from '../model/mutate-request.js';
import { LATEST_TIMESTAMP } from '../model/mutation.js';
import { Put } from '../model/put.js';
import { cellOf, cellsIn, printCell } from '../testing/samples/cells.js';
import {
  decodeMutateReply,
  encodeMutateReply,
  MutateRequestWriter,
  type MutationLike,
  readMutate,
} from './mutate-codec.js';

const reader = (bytes: Uint8Array): ByteReader => new ByteReader(bytes, 0, bytes.length, 'test');

function request(...mutations: MutationLike[]): Uint8Array {
  const writer = new MutateRequestWriter('t');
  for (const mutation of mutations) writer.add(mutation);
  return writer.finish();
}

/** `family:cell` for each mutation. */
function print(request: MutateRequest): string[][] {
  const { block, mutations, families } = request;
  const printed: string[][] = [];
  for (const cursor = request.cursor(); cursor.next(); ) {
    const cells: string[] = [];
    for (const cell of cellsIn(block, cursor.offset, cursor.end)) {
      const name = cell.familyId === EVERY_FAMILY ? '*' : decodeText(families[cell.familyId] as Uint8Array);
      cells.push(`${name}:${printCell(cellOf(cell))}`);
    }
    expect(block.view.getUint32(cursor.offset - 8, true)).toBe(cells.length);
    expect(cursor.index).toBe(printed.length);
    printed.push(cells);
  }
  expect(printed.length).toBe(mutations);
  return printed;
}

describe('MutateRequestWriter', () => {
  it('returns table, durability, families and cells', () => {
    const put = new Put('r1', 5).addColumn('b', 'q', 'v').addColumn('a', '', 7, 'w').setDurability('FSYNC_WAL');
    const back = readMutate(reader(request(put, new Put('r2').addColumn('b', 'x', '').setDurability('FSYNC_WAL'))));
    expect([back.table, back.durability, back.families.map(decodeText)]).toEqual(['t', 'FSYNC_WAL', ['a', 'b']]);
    expect(print(back)).toEqual([['a:r1//7/Put/#0=w', 'b:r1/q/5/Put/#0=v'], [`b:r2/x/${LATEST_TIMESTAMP}/Put/#0=`]]);
  });

  it('keeps the order of values for a column that was set twice (W-11)', () => {
    const put = new Put('r').addColumn('f', 'q', 1, 'old').addColumn('f', 'q', 1, 'new');
    expect(print(readMutate(reader(request(put))))).toEqual([['f:r/q/1/Put/#0=old', 'f:r/q/1/Put/#0=new']]);
  });

  it('writes a whole-row delete as one marker for every family (W-20)', () => {
    expect(print(readMutate(reader(request(new Delete('r', 9)))))).toEqual([['*:r//9/DeleteFamily/#0=']]);
  });

  it('writes the markers of a delete', () => {
    const remove = new Delete('r').addFamily('f', 3).addColumns('g', 'q');
    expect(print(readMutate(reader(request(remove))))).toEqual([
      ['f:r//3/DeleteFamily/#0=', `g:r/q/${LATEST_TIMESTAMP}/DeleteColumn/#0=`],
    ]);
  });

  it('keeps mutations of different durability separate', () => {
    const writer = new MutateRequestWriter('t');
    const plain = new Put('r').addColumn('f', 'q', 'v');
    const safe = new Put('r').addColumn('f', 'q', 'v').setDurability('FSYNC_WAL');
    expect(writer.takes(safe)).toBe(true);
    writer.add(plain);
    expect([writer.takes(plain), writer.takes(safe)]).toEqual([true, false]);
    writer.finish();
    writer.add(safe);
    expect(readMutate(reader(writer.finish())).durability).toBe('FSYNC_WAL');
  });

  it('reports every cut in the head as CORRUPTION', () => {
    const whole = request(new Put('r').addColumn('f', 'q', 'v'));
    const { block } = readMutate(reader(whole));
    for (let length = 0; length < block.offset; length++) {
      expect(() => readMutate(reader(whole.slice(0, length)))).toThrowError(
        expect.objectContaining({ code: 'CORRUPTION' }),
      );
    }
  });

  it('reports every cut in a mutation as CORRUPTION when a cursor reaches it', () => {
    const whole = request(new Put('r').addColumn('f', 'q', 'v'), new Put('s').addColumn('f', 'q', 'v'));
    const { block } = readMutate(reader(whole));
    for (let length = block.offset; length < whole.length; length++) {
      const cursor = readMutate(reader(whole.slice(0, length))).cursor();
      const walk = () => {
        while (cursor.next());
      };
      expect(walk).toThrowError(expect.objectContaining({ code: 'CORRUPTION' }));
    }
  });

  it('reports a mutation without cells as CORRUPTION', () => {
    const { block, cursor } = readMutate(reader(request(new Put('r').addColumn('f', 'q', 'v'))));
    block.view.setUint32(block.offset + 4, 0, true);
    expect(() => cursor().next()).toThrowError(expect.objectContaining({ code: 'CORRUPTION' }));
  });

  it('refuses a durability without a number', () => {
    const whole = request(new Put('r').addColumn('f', 'q', 'v'));
    whole[5] = 77;
    expect(() => readMutate(reader(whole))).toThrowError(expect.objectContaining({ code: 'CORRUPTION' }));
  });
});

describe('encodeMutateReply', () => {
  it('returns which mutations failed and why', () => {
    const error = new BigtabError('NO_SUCH_COLUMN_FAMILY', 'no family', { details: { family: 'x' } });
    expect(decodeMutateReply(reader(encodeMutateReply([{ index: 3, error }])))).toMatchObject([
      { index: 3, error: { code: 'NO_SUCH_COLUMN_FAMILY', message: 'no family', details: { family: 'x' } } },
    ]);
    expect(decodeMutateReply(reader(encodeMutateReply([])))).toEqual([]);
  });

  it('contains one stack, and reads equal failures once, so that the page is not blocked', () => {
    const error = new BigtabError('NO_SUCH_COLUMN_FAMILY', 'no family', { details: { family: 'x' } });
    const failures = [0, 1, 2].map((index) => ({ index, error }));
    const [first, second, third] = decodeMutateReply(reader(encodeMutateReply(failures)));
    expect([first?.error.stack, second?.error.stack]).toEqual([error.stack, undefined]);
    expect(third?.error).toBe(second?.error);
    expect(third).toMatchObject({ index: 2, error: { message: 'no family' } });
  });
});
