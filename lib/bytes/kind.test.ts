import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { isBytes, kindOf } from './kind.js';

describe('isBytes', () => {
  it('knows a Uint8Array of any window and any subclass, and nothing else', () => {
    expect(isBytes(new Uint8Array(1))).toBe(true);
    expect(isBytes(Buffer.alloc(1))).toBe(true);
    expect(isBytes(runInNewContext('new Uint8Array(1)'))).toBe(true);
    for (const other of [null, undefined, [1], new Uint8ClampedArray(1), new DataView(new ArrayBuffer(1)), 'a']) {
      expect(isBytes(other)).toBe(false);
    }
    expect(isBytes({ [Symbol.toStringTag]: 'Uint8Array' })).toBe(false);
  });
});

describe('kindOf', () => {
  it('says what a value is without showing content', () => {
    const kinds = [null, undefined, 5, 5n, true, 'secret', [1], {}, new Map(), () => 0, Symbol('s')].map(kindOf);
    expect(kinds).toEqual([
      'null',
      'undefined',
      '5',
      '5',
      'true',
      'text',
      'Array',
      'Object',
      'Map',
      'function',
      'symbol',
    ]);
  });
});
