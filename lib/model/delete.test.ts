import { describe, expect, it } from 'vitest';
import { decodeText } from '../bytes/text.js';
import { CellType } from './cell-type.js';
import { Delete, toDelete } from './delete.js';
import { Get } from './get.js';
import { LATEST_TIMESTAMP } from './mutation.js';
import { Put } from './put.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT', hbaseName: 'IllegalArgumentException' });
const bytes = (...list: number[]): Uint8Array => Uint8Array.from(list);
const { Delete: DeleteVersion, DeleteColumn, DeleteFamily, DeleteFamilyVersion } = CellType;
const shown = (request: Delete): unknown =>
  request.cells.map((cell) => [decodeText(cell.family), decodeText(cell.qualifier), cell.timestamp, cell.type]);

describe('Delete', () => {
  it('deletes the whole row if it has no marker (W-20)', () => {
    expect(new Delete('r').cells).toEqual([]);
    expect(new Delete('r').isEmpty).toBe(true);
    expect(new Delete('r', 5).timestamp).toBe(5);
    expect(new Delete('r', 0).timestamp).toBe(0);
  });

  it('uses its own timestamp for markers without one (W-21)', () => {
    expect(shown(new Delete('r').addFamily('f'))).toEqual([['f', '', LATEST_TIMESTAMP, DeleteFamily]]);
    expect(shown(new Delete('r').addFamily('f', 9))).toEqual([['f', '', 9, DeleteFamily]]);
    expect(shown(new Delete('r', 5).addFamily('f'))).toEqual([['f', '', 5, DeleteFamily]]);
    expect(shown(new Delete('r', 5).addColumns('f', 'q'))).toEqual([['f', 'q', 5, DeleteColumn]]);
    expect(shown(new Delete('r', 5).addColumns('f', null, new Date(9)))).toEqual([['f', '', 9, DeleteColumn]]);
  });

  it('discards earlier markers of a family when the family is added (W-22)', () => {
    const request = new Delete('r').addColumns('f', 'q', 1).addColumns('g', 'q', 2).addFamily('f', 9);
    expect(shown(request)).toEqual([
      ['f', '', 9, DeleteFamily],
      ['g', 'q', 2, DeleteColumn],
    ]);
    expect(shown(request.addColumns('f', 'p', 3))).toEqual([
      ['f', '', 9, DeleteFamily],
      ['f', 'p', 3, DeleteColumn],
      ['g', 'q', 2, DeleteColumn],
    ]);
  });

  it('marks single versions of a column or a family (W-21, W-24)', () => {
    const request = new Delete('r', 5).addColumn('f', 'q').addColumn('f', 'q', 7).addFamilyVersion('g', 8);
    expect(shown(request.addColumn('f', null))).toEqual([
      ['f', 'q', 5, DeleteVersion],
      ['f', 'q', 7, DeleteVersion],
      ['f', '', 5, DeleteVersion],
      ['g', '', 8, DeleteFamilyVersion],
    ]);
    expect(shown(new Delete('r').addColumn('f', 'q').addColumn('f', 'q'))).toEqual([
      ['f', 'q', LATEST_TIMESTAMP, DeleteVersion],
      ['f', 'q', LATEST_TIMESTAMP, DeleteVersion],
    ]);
  });

  it('has no time to live (W-26)', () => {
    expect(() => new Delete('r').setTTL(5)).toThrowError(
      expect.objectContaining({ code: 'UNSUPPORTED_OPERATION', hbaseName: 'UnsupportedOperationException' }),
    );
    expect(() => new Delete({ row: 'r', ttlMs: 5 } as never)).toThrowError(/unknown property 'ttlMs'/);
  });

  it('refuses bad arguments and is then unchanged', () => {
    const request = new Delete('r').addColumns('f', 'q', 1);
    for (const call of [
      () => request.addFamily('f', -1),
      () => request.addFamily('g', 1.5),
      () => request.addFamily(null as never),
      () => request.addFamily('f'.repeat(128)),
      () => request.addColumns('f', undefined as never),
      () => request.addColumns('g', 'q', -1),
      () => request.addColumns('g', '\ud800'),
      () => request.addColumn('f', 'q', -1),
      () => request.addFamilyVersion('f', -1),
      () => request.addFamilyVersion('f', undefined as never),
      () => request.setTimestamp(-1),
    ]) {
      expect(call).toThrowError(INVALID);
    }
    expect(() => request.addColumns('f', 'q', -1)).toThrowError('Timestamp cannot be negative. ts=-1');
    expect(shown(request)).toEqual([['f', 'q', 1, DeleteColumn]]);
    for (const row of ['', null, undefined, 5, 'r'.repeat(32768)] as never[]) {
      expect(() => new Delete(row)).toThrowError(INVALID);
    }
    expect(() => new Delete('r', -1)).toThrowError('Timestamp cannot be negative. ts=-1');
  });

  it('can be built from a literal', () => {
    expect(new Delete({ row: 'r', timestamp: 5, durability: 'FSYNC_WAL' })).toEqual(
      new Delete('r', 5).setDurability('FSYNC_WAL'),
    );
    const request = new Delete({
      row: 'r',
      timestamp: 4,
      markers: [
        { kind: 'columns', family: 'f', qualifier: bytes(0xff) },
        { kind: 'columns', family: 'f', timestamp: 9 },
        { kind: 'family', family: 'g' },
      ],
    });
    expect(request).toEqual(new Delete('r', 4).addColumns('f', bytes(0xff)).addColumns('f', null, 9).addFamily('g'));
  });

  it('never turns a mistake into a delete of the whole row', () => {
    expect(() => new Delete({ row: 'r', marker: [] } as never)).toThrowError(/unknown property 'marker' .* 'markers'/);
    expect(() => new Delete({ row: 'r', markers: [] })).toThrowError(/omit markers to delete the whole row/);
    expect(() => new Delete({ row: 'r', markers: undefined } as never)).toThrowError(INVALID);
    expect(() => new Delete({ row: 'r', markers: null } as never)).toThrowError(INVALID);
    expect(() => new Delete({ row: 'r', columns: ['f:q'] } as never)).toThrowError(/unknown property 'columns'/);
    expect(() => new Delete(new Get('r') as never)).toThrowError('expected a Delete or its literal; got a Get');
    expect(() => new Delete(new Put('r') as never)).toThrowError('expected a Delete or its literal; got a Put');
  });

  it('refuses malformed markers', () => {
    for (const marker of [
      null,
      'f:q',
      {},
      { family: 'f' },
      { kind: 'columns' },
      { kind: 'rows', family: 'f' },
      { kind: 'column', qualifier: 'q' },
      { kind: 'familyVersion', family: 'f', timestamp: 1.5 },
      { kind: 'columns', family: 'f', timestamp: -1 },
    ] as never[]) {
      expect(() => new Delete({ row: 'r', markers: [marker] })).toThrowError(INVALID);
    }
    expect(
      () => new Delete({ row: 'r', markers: [{ kind: 'family', family: 'f', qualifier: 'q' } as never] }),
    ).toThrowError(/unknown property 'qualifier' of a 'family' marker/);
    const versions = { kind: 'familyVersion', family: 'f', qualifier: 'q' } as never;
    expect(() => new Delete({ row: 'r', markers: [versions] })).toThrowError(/of a 'familyVersion' marker/);
  });

  it('can be copied with its durability (W-64, A-13)', () => {
    const request = new Delete('r', 4).addColumns('f', 'q').setDurability('SKIP_WAL');
    const copy = new Delete(request);
    expect(copy).toEqual(request);
    copy.addFamily('f');
    expect(shown(request)).toEqual([['f', 'q', 4, DeleteColumn]]);
    expect(new Delete(new Delete('r')).isEmpty).toBe(true);
    expect(toDelete(request)).toBe(request);
    expect(toDelete({ row: 'r' })).toEqual(new Delete('r'));
  });

  it('returns the literal that builds an equal Delete', () => {
    expect(new Delete('r').toLiteral()).toEqual({ row: 'r' });
    const request = new Delete('r', 4)
      .addColumns('f', null)
      .addColumns('f', bytes(0xff), 9)
      .addFamily('g', LATEST_TIMESTAMP)
      .addFamilyVersion('g', 8)
      .addColumn('h', 'q');
    expect(request.toLiteral()).toEqual({
      row: 'r',
      timestamp: 4,
      markers: [
        { kind: 'columns', family: 'f', qualifier: '' },
        { kind: 'columns', family: 'f', qualifier: bytes(0xff), timestamp: 9 },
        { kind: 'family', family: 'g', timestamp: LATEST_TIMESTAMP },
        { kind: 'familyVersion', family: 'g', timestamp: 8 },
        { kind: 'column', family: 'h', qualifier: 'q' },
      ],
    });
    expect(new Delete(request.toLiteral())).toEqual(request);
  });

  it('has its older names', () => {
    expect(new Delete('r').deleteColumns('f', 'q', 1).deleteFamily('g', 2)).toEqual(
      new Delete('r').addColumns('f', 'q', 1).addFamily('g', 2),
    );
    expect(new Delete('r').deleteColumn('f', 'q', 1).deleteColumn('f', 'q').deleteFamilyVersion('g', 2)).toEqual(
      new Delete('r').addColumn('f', 'q', 1).addColumn('f', 'q').addFamilyVersion('g', 2),
    );
  });
});
