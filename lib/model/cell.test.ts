import { describe, expect, it } from 'vitest';
import { cellTypeName } from './cell.js';
import { CellType } from './cell-type.js';

describe('cell types', () => {
  it('have HBase’s codes and names (O-3)', () => {
    expect([4, 8, 10, 12, 14].map(cellTypeName)).toEqual([
      'Put',
      'Delete',
      'DeleteFamilyVersion',
      'DeleteColumn',
      'DeleteFamily',
    ]);
    expect(CellType.Minimum).toBe(0);
    expect(CellType.Maximum).toBe(255);
  });
});
