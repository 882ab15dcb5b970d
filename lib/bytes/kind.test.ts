import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { isBytes, kindOf, requireBytes } from './kind.js';

function transferred(): Uint8Array {
  const bytes = new Uint8Array(100);
  structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
  return bytes;
}

/** An array on a buffer that has become shorter than its beginning. */
function outOfBounds(): Uint8Array {
  return runInNewContext(
    'const buffer = new ArrayBuffer(200, { maxByteLength: 200 }); const bytes = new Uint8Array(buffer, 100, 100); buffer.resize(10); bytes',
  );
}

describe('isBytes', () => {
  it('accepts a Uint8Array of any window and any subclass, and nothing else', () => {
    expect(isBytes(new Uint8Array(1))).toBe(true);
    expect(isBytes(Buffer.alloc(1))).toBe(true);
    expect(isBytes(runInNewContext('new Uint8Array(1)'))).toBe(true);
    for (const other of [null, undefined, [1], new Uint8ClampedArray(1), new DataView(new ArrayBuffer(1)), 'a']) {
      expect(isBytes(other)).toBe(false);
    }
    expect(isBytes({ [Symbol.toStringTag]: 'Uint8Array' })).toBe(false);
  });

  it('distinguishes an empty array from one whose buffer was transferred or made shorter', () => {
    expect([new Uint8Array(0), new Uint8Array(5).subarray(5)].map(isBytes)).toEqual([true, true]);
    for (const lost of [transferred(), outOfBounds()]) {
      expect(lost).toHaveLength(0);
      expect(isBytes(lost)).toBe(false);
      expect(kindOf(lost)).toBe('Uint8Array without its buffer');
      expect(() => requireBytes(lost)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
    }
  });
});

describe('kindOf', () => {
  it('describes a value without its content', () => {
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
