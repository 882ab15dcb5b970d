import { Bytes } from 'bigtab';
import { describe, expect, it } from 'vitest';
import { fieldsOf, toAddress } from './cell-address.js';
import { toShownCell } from './shown-cell.js';

describe('a chosen cell', () => {
  const chosen = (row: string | Uint8Array, qualifier: string | Uint8Array) =>
    fieldsOf(
      toShownCell({
        row: Bytes.toBytes(row),
        family: Bytes.toBytes('f'),
        qualifier: Bytes.toBytes(qualifier),
        timestamp: 1,
        type: 'Put',
        value: new Uint8Array(),
      }),
    );

  it('fills the fields so that they name the same cell, even if its bytes are not text', () => {
    expect(chosen('r\\x41', 'q')).toMatchObject({ form: 'text', row: 'r\\x41', qualifier: 'q' });
    expect(chosen('r\\x41', new Uint8Array([255]))).toMatchObject({
      form: 'binary',
      row: 'r\\x5Cx41',
      qualifier: '\\xFF',
    });
    for (const [row, qualifier] of [
      ['r\\x41', new Uint8Array([255])],
      [new Uint8Array([0]), 'ü'],
      ['plain', ''],
    ] as const) {
      const address = toAddress(chosen(row, qualifier));
      expect(Bytes.toBytes(address?.row ?? 'none')).toEqual(Bytes.toBytes(row));
      expect(Bytes.toBytes(address?.qualifier ?? 'none')).toEqual(Bytes.toBytes(qualifier));
    }
  });

  it('has no address without a row key, or while a byte is incomplete', () => {
    const fields = chosen('r', 'q');
    expect(toAddress({ ...fields, row: '' })).toBeNull();
    expect(toAddress({ ...fields, form: 'binary', row: 'r\\x4' })).toBeNull();
  });
});
