import { describe, expect, it } from 'vitest';
import { Append } from './append.js';
import type { Cell } from './cell.js';
import { Delete } from './delete.js';
import { Increment } from './increment.js';
import { Put } from './put.js';

function cell(given: Partial<Cell> = {}): Cell {
  const [row, family, qualifier] = [Uint8Array.of(0x72), Uint8Array.of(0x66), Uint8Array.of(0x71)];
  return { row, family, qualifier, timestamp: 3, value: new Uint8Array(8), type: 'Put', ...given };
}

describe.each([
  { kind: 'Put', make: () => new Put('r') },
  { kind: 'Increment', make: () => new Increment('r') },
  { kind: 'Append', make: () => new Append('r') },
])('add of a cell to $kind', ({ make }) => {
  it.each([null, undefined, 5, 'cell', {}])('refuses %j, which is not a cell (A-34)', (none) => {
    expect(() => make().add(none as never)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
  });

  it('accepts a cell of its row unchanged, but not a marker (N-39, A-35)', () => {
    expect(make().add(cell()).cells).toMatchObject([{ timestamp: 3, type: 4, value: new Uint8Array(8) }]);
    expect(() => make().add(cell({ type: 'Delete' }))).toThrow('the type of a cell must be one of Put');
    for (const type of ['Nothing', 'toString', '__proto__'])
      expect(() => make().add(cell({ type: type as 'Put' }))).toThrow('the type of a cell must be one of Put');
  });

  it('refuses a cell of another row (N-39)', () => {
    const other = cell({ row: Uint8Array.of(0x73) });
    expect(() => make().add(other)).toThrow(expect.objectContaining({ hbaseName: 'WrongRowIOException' }));
  });
});

describe('add of a cell to Delete', () => {
  it('refuses anything but a cell (A-34)', () => {
    const invalid = expect.objectContaining({ code: 'INVALID_ARGUMENT' });
    expect(() => new Delete('r').add(null as never)).toThrow(invalid);
    expect(() => new Delete('r').add({} as never)).toThrow(invalid);
  });

  it('accepts markers unchanged, but not a put (N-39, A-35)', () => {
    const marker = cell({ type: 'DeleteColumn', value: new Uint8Array() });
    expect(new Delete('r').add(marker).cells).toMatchObject([{ timestamp: 3, type: 12 }]);
    expect(() => new Delete('r').add(cell())).toThrow(
      "the type of a cell must be one of Delete, DeleteFamilyVersion, DeleteColumn, DeleteFamily; got 'Put'",
    );
    for (const type of [
      'toString',
      'constructor',
      '__proto__',
      'hasOwnProperty',
      undefined,
      null,
      4,
      'Minimum',
      'Maximum',
    ])
      expect(() => new Delete('r').add(cell({ type: type as 'Put' })), String(type)).toThrow(
        'the type of a cell must be one of Delete',
      );
    expect(() => new Delete('s').add(marker)).toThrow(expect.objectContaining({ code: 'WRONG_ROW_IO' }));
  });
});

describe('add of an amount', () => {
  it('accepts exactly 8 bytes (W-32)', () => {
    expect(() => new Increment('r').add(cell({ value: new Uint8Array(7) }))).toThrow('an amount must be 8 bytes');
  });
});
