import { Delete, Put } from 'bigtab';
import { describe, expect, it } from 'vitest';
import { deleteCode, printLiteral, putCode } from '../code/code.js';
import { DELETE_KINDS, type DeleteFields, type PutFields, toDeleteLike, toPutLike } from './write-fields.js';

const PLACE = { database: 'demo', table: 'webtable' };
const CELL: DeleteFields & PutFields = {
  form: 'text',
  row: 'r',
  family: 'f',
  qualifier: 'q',
  time: '7',
  value: 'v',
  timeToLive: '',
  kind: 'row',
};

describe('the put form', () => {
  it('makes the typed put, and the code for it', () => {
    const put = toPutLike({ ...CELL, timeToLive: '1.5' });
    expect(put).toEqual({ row: 'r', cells: { f: { q: 'v' } }, timestamp: 7, ttlMs: 1500 });
    expect(putCode(PLACE, put)).toContain(`await table.put(${printLiteral(put)});`);
    expect(toPutLike({ ...CELL, time: '' })).toEqual({ row: 'r', cells: { f: { q: 'v' } } });
    expect(() => toPutLike({ ...CELL, timeToLive: '0' })).toThrow(/time to live/);
  });

  it('keeps every name', () => {
    for (const qualifier of ['', '1', "it's", 'a-b', '__proto__']) {
      const typed = new Put('r', 7).addColumn('f', qualifier, 'v');
      expect(new Put(toPutLike({ ...CELL, qualifier }))).toEqual(typed);
    }
  });

  it('accepts bytes in every field', () => {
    const put = toPutLike({ ...CELL, form: 'binary', row: '\\x00', qualifier: '\\x01', value: '\\x02', time: '' });
    const typed = new Put(new Uint8Array([0])).addColumn('f', new Uint8Array([1]), new Uint8Array([2]));
    expect(new Put(put)).toEqual(typed);
  });
});

describe('the delete form', () => {
  it('makes every kind of delete', () => {
    const expected: Readonly<Record<string, Delete>> = {
      row: new Delete('r', 7),
      family: new Delete('r').addFamily('f', 7),
      familyVersion: new Delete('r').addFamilyVersion('f', 7),
      columns: new Delete('r').addColumns('f', 'q', 7),
      column: new Delete('r').addColumn('f', 'q', 7),
      latest: new Delete('r').addColumn('f', 'q'),
    };
    expect(DELETE_KINDS.map(({ kind }) => kind)).toEqual(Object.keys(expected));
    for (const { kind } of DELETE_KINDS) {
      const like = toDeleteLike({ ...CELL, kind });
      expect(new Delete(like), kind).toEqual(expected[kind]);
      expect(deleteCode(PLACE, like)).toContain(`await table.delete(${printLiteral(like)});`);
    }
  });

  it('deletes up to now without a timestamp, and requires one if it deletes a single version', () => {
    expect(toDeleteLike({ ...CELL, kind: 'row', time: '' })).toEqual({ row: 'r' });
    for (const kind of ['column', 'familyVersion'] as const) {
      expect(() => toDeleteLike({ ...CELL, kind, time: '' })).toThrow(/timestamp of the version/);
    }
  });
});

describe('the forms for writes', () => {
  it('have no code without a row key', () => {
    expect(() => toPutLike({ ...CELL, row: '' })).toThrow(/row key/);
    for (const { kind } of DELETE_KINDS) expect(() => toDeleteLike({ ...CELL, kind, row: '' })).toThrow(/row key/);
  });
});
