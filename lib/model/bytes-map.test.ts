import { describe, expect, it } from 'vitest';
import { encodeText } from '../bytes/text.js';
import { BytesMap } from './bytes-map.js';

const bytes = (...list: number[]): Uint8Array => Uint8Array.from(list);

describe('BytesMap', () => {
  const map = new BytesMap<number>([
    [encodeText('b'), 1],
    [bytes(0xff, 0), 2],
    [encodeText('a'), 3],
  ]);

  it('finds a key passed as text or as bytes', () => {
    expect([map.get('b'), map.get(encodeText('a')), map.get(bytes(0xff, 0))]).toEqual([1, 3, 2]);
    expect([map.has('a'), map.has(bytes(0xff))]).toEqual([true, false]);
  });

  it('returns null for a missing key', () => {
    expect(map.get('c')).toBeNull();
    expect(map.get('\\xFF\\x00')).toBeNull();
  });

  it('iterates in the order of its cells, with keys as bytes', () => {
    expect([...map]).toEqual([
      [encodeText('b'), 1],
      [bytes(0xff, 0), 2],
      [encodeText('a'), 3],
    ]);
    expect([...map.entries()]).toEqual([...map]);
    expect([...map.keys()]).toEqual([encodeText('b'), bytes(0xff, 0), encodeText('a')]);
    expect([...map.values()]).toEqual([1, 2, 3]);
    const seen: unknown[] = [];
    map.forEach((value, key, self) => {
      seen.push(value, key, self === map);
    });
    expect(seen).toEqual([1, encodeText('b'), true, 2, bytes(0xff, 0), true, 3, encodeText('a'), true]);
    expect(map.size).toBe(3);
  });

  it('keeps its keys when a caller changes a key it received', () => {
    const [key] = map.keys();
    key?.fill(0);
    expect(map.get('b')).toBe(1);
    expect([...map.keys()][0]).toEqual(encodeText('b'));
  });

  it('uses the first of two equal keys', () => {
    expect([
      ...new BytesMap([
        [bytes(1), 'new'],
        [bytes(1), 'old'],
      ]).values(),
    ]).toEqual(['new']);
  });

  it('refuses a key that is neither text nor bytes', () => {
    const holes = new BytesMap<number>([[bytes(), 1]]);
    for (const key of [undefined, null, 5, ['a'], new ArrayBuffer(0)] as never[]) {
      for (const ask of [() => holes.get(key), () => holes.has(key)]) {
        expect(ask).toThrowError(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
      }
    }
  });

  it('is read-only', () => {
    const changes = ['set', 'delete', 'clear', 'add'].filter((method) => method in map);
    expect(changes).toEqual([]);
  });

  it('refuses a key of malformed text', () => {
    expect(() => map.get('\ud800')).toThrowError(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
  });
});
