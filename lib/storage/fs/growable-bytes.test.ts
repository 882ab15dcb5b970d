import { describe, expect, it } from 'vitest';
import { GrowableBytes } from './growable-bytes.js';

describe('GrowableBytes', () => {
  it('keeps a clone and the original independent of later changes of each other', () => {
    const original = new GrowableBytes();
    original.write(Uint8Array.of(1, 2, 3, 4), 0);
    const clone = original.clone();
    const grandchild = clone.clone();
    original.write(Uint8Array.of(9), 0);
    clone.truncate(2);
    grandchild.write(Uint8Array.of(5, 6), 4);
    expect(original.toBytes()).toEqual(Uint8Array.of(9, 2, 3, 4));
    expect(clone.toBytes()).toEqual(Uint8Array.of(1, 2));
    expect(grandchild.toBytes()).toEqual(Uint8Array.of(1, 2, 3, 4, 5, 6));
  });

  it('returns zeros where a truncation removed bytes', () => {
    const bytes = new GrowableBytes();
    bytes.write(Uint8Array.of(1, 2, 3, 4), 0);
    bytes.truncate(1);
    bytes.truncate(4);
    expect(bytes.toBytes()).toEqual(Uint8Array.of(1, 0, 0, 0));
  });
});
