import { describe, expect, it } from 'vitest';
import { cellSize, checkCellLengths } from './limits.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT' });

describe('cellSize', () => {
  it('counts a cell in HBase’s layout (N-37)', () => {
    expect(cellSize('row'.length, 'fam'.length, 'qual'.length, 'value'.length)).toBe(35);
    expect(cellSize(3, 3, 4, 0)).toBe(30);
  });
});

describe('checkCellLengths', () => {
  it('allows a family of 127 bytes (N-20)', () => {
    expect(() => checkCellLengths(1, 127, 0, 0)).not.toThrow();
    expect(() => checkCellLengths(1, 128, 0, 0)).toThrowError(expect.objectContaining({ message: 'Family > 127' }));
  });

  it('allows row, family, qualifier and 12 bytes up to 31 bits (N-32)', () => {
    expect(() => checkCellLengths(1, 1, 2 ** 31 - 1 - 12 - 2, 0)).not.toThrow();
    expect(() => checkCellLengths(1, 1, 2 ** 31 - 12 - 2, 0)).toThrowError(INVALID);
  });

  it('allows a value of 2^31−2 bytes (N-33)', () => {
    expect(() => checkCellLengths(1, 1, 0, 2 ** 31 - 2)).not.toThrow();
    expect(() => checkCellLengths(1, 1, 0, 2 ** 31 - 1)).toThrowError(INVALID);
  });
});
