import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns, testSeed } from '../testing/seed.js';
import { json } from './json-codec.js';

const codec = json();

/** The error message for a value that is refused. */
function said(value: unknown): string {
  try {
    codec.encode(value);
  } catch (error) {
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT' });
    return (error as Error).message;
  }
  return 'nothing';
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let at = 0; at < depth; at++) value = [value];
  return value;
}

function argumentsOf(..._: number[]): IArguments {
  // biome-ignore lint/complexity/noArguments: it is what is tested
  return arguments;
}

class Point {
  x = 1;
}
class List extends Array {}

describe('The json codec', () => {
  it('refuses every value that JSON would change, and describes it', () => {
    const wrong: readonly (readonly [unknown, string])[] = [
      [undefined, 'undefined: use null, or leave it out'],
      [Number.NaN, 'NaN'],
      [Number.POSITIVE_INFINITY, 'Infinity'],
      [Number.NEGATIVE_INFINITY, '-Infinity'],
      [-0, '-0, which becomes 0'],
      [5n, 'a bigint: use String(n)'],
      [Symbol('s'), 'symbol'],
      [() => 1, 'function'],
      [new Date(), 'Date: use toISOString()'],
      [new Map([['a', 1]]), 'Map: use Object.fromEntries, or an array of pairs'],
      [new Set([1]), 'Set: use an array'],
      [new WeakMap(), 'WeakMap'],
      [Uint8Array.of(1), 'Uint8Array: use a column of bytes'],
      [new Float64Array(1), 'Float64Array'],
      [new ArrayBuffer(1), 'ArrayBuffer'],
      [/x/, 'RegExp'],
      [new Error('secret'), 'Error'],
      [Promise.resolve(), 'Promise'],
      [Object(1), 'Number'],
      [Object('text'), 'String'],
      [new URL('https://example.org'), 'URL'],
      [new Point(), 'Point'],
      [new List(), 'List'],
      [Math, 'Math'],
      [argumentsOf(1), 'Arguments'],
      [Object.create({ a: 1 }), 'Object'],
      [Object.create(Object.assign(Object.create(null), { a: 1 })), 'Object'],
    ];
    for (const [value, kind] of wrong) expect(said(value)).toBe(`JSON cannot hold $: it is ${kind}`);
  });

  it('names the path to what it refuses, in message and details', () => {
    const wrong: readonly (readonly [unknown, string])[] = [
      [{ a: [1, 2, 3, { b: Number.NaN }] }, '$.a[3].b: it is NaN'],
      [[[new Date()]], '$[0][0]: it is Date: use toISOString()'],
      [{ a: undefined }, '$.a: it is undefined: use null, or leave it out'],
      [Object.assign([], { 1: 'after a gap' }), '$[0]: it is undefined: use null, or leave it out'],
      [{ 'two words': { größe: -0 } }, '$["two words"].größe: it is -0, which becomes 0'],
      [{ '': [5n] }, '$[""][0]: it is a bigint: use String(n)'],
      [{ at: { toJSON: () => 'x' } }, '$.at: it has a method toJSON'],
      [{ ok: 1, of: { [Symbol('s')]: 1 } }, '$.of: it has a property whose name is a symbol'],
      [{ found: /a/.exec('a') }, '$.found: it is an array with named properties'],
    ];
    for (const [value, message] of wrong) {
      expect(said(value)).toBe(`JSON cannot hold ${message}`);
      const path = message.slice(0, message.indexOf(': it '));
      expect(() => codec.encode(value)).toThrow(expect.objectContaining({ details: { path } }));
    }
  });

  it('shows invisible characters as their bytes', () => {
    expect(said({ 'a\u202Eb': undefined })).toMatch(/^JSON cannot hold \$\["a\\xE2\\x80\\xAEb"\]: /);
  });

  it('refuses a value that contains itself or is nested too deep, without a RangeError', () => {
    const self: { list: unknown[] } = { list: [1] };
    self.list.push(self);
    expect(said(self)).toBe('JSON cannot hold $.list[1]: it contains itself');
    expect(said(nested(1000))).toBe('nothing');
    expect(said(nested(1001))).toMatch(/^JSON cannot hold \$(\[0\]){66}\[\.\.\.: it is nested more than 1000 deep$/);
    expect(() => codec.encode(nested(1001))).toThrow(
      expect.objectContaining({ details: { path: `$${'[0]'.repeat(1000)}` } }),
    );
    expect(said(nested(1_000_000))).toMatch(/nested more than 1000 deep$/);
  });

  it('refuses a value that cannot be read', () => {
    const getter = {
      get a() {
        throw new TypeError('secret');
      },
    };
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    for (const value of [getter, [proxy]])
      expect(said(value)).toBe('JSON cannot hold this value, because reading it failed');
  });

  it('accepts what JSON returns unchanged', () => {
    const shared = { q: 1 };
    const bare = Object.assign(Object.create(null), { a: 1, ['__proto__']: 2 });
    const right = [null, true, 0, -1.5, 1e300, '', '\ud800', [], {}, [shared, shared], [[], [{}]], new Proxy([1], {})];
    for (const value of right) expect(codec.decode(codec.encode(value))).toEqual(value);
    expect(Object.entries(codec.decode(codec.encode(bare)) as object)).toEqual(Object.entries(bare));
    const quiet = Object.defineProperty({ a: 1 }, 'hidden', { value: () => 1 });
    expect(codec.decode(codec.encode(quiet))).toEqual({ a: 1 });
  });

  it('returns every value unchanged or refuses it', () => {
    const anything = fc.anything({
      withBigInt: true,
      withBoxedValues: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withSparseArray: true,
      withTypedArray: true,
      withNullPrototype: true,
    });
    fc.assert(
      fc.property(anything, (value) => {
        if (said(value) === 'nothing') expect(codec.decode(codec.encode(value))).toEqual(value);
      }),
      { seed: testSeed(8), numRuns: testRuns(1000) },
    );
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        if (!containsNegativeZero(value)) expect(said(value)).toBe('nothing');
      }),
      { seed: testSeed(8), numRuns: testRuns(1000) },
    );
  });

  it('never quotes stored bytes that are not JSON', () => {
    const stored = new TextEncoder().encode('{"secret": 1');
    let caught: unknown;
    try {
      codec.decode(stored);
    } catch (error) {
      caught = error;
    }
    expect(caught).toMatchObject({ code: 'INVALID_ARGUMENT', message: 'these bytes are not JSON' });
    expect((caught as Error).cause).toBe(undefined);
  });
});

function containsNegativeZero(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return Object.is(value, -0);
  return Object.values(value).some(containsNegativeZero);
}
