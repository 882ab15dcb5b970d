import { describe, expect, it } from 'vitest';
import { LocalStore } from './local-store.js';
import type { Note } from './notes.js';
import { packKeys, unpackKeys } from './packed-keys.js';
import type { PackedBatch } from './packed-rows.js';
import { type PackedValues, packValues, unpackAll, unpackValues } from './packed-values.js';
import { RemoteStore } from './remote-store.js';
import { RowSink } from './row-sink.js';
import { type RequestPort, serveStore } from './serve-store.js';
import { MapStore } from './testing/map-store.js';

function keysOf(packed: PackedValues | null): string[] {
  const keys: string[] = [];
  if (packed !== null) unpackKeys(packed, keys);
  return keys;
}

/** Compares in a loop, because `toEqual` takes seconds for values of this size. */
function allEqual(values: readonly Uint8Array[], expected: readonly Uint8Array[]): boolean {
  return (
    values.length === expected.length &&
    values.every((value, index) => Buffer.compare(value, expected[index] as Uint8Array) === 0)
  );
}

describe('packed values', () => {
  it('return the packed values, including missing ones', () => {
    const values = [Uint8Array.of(1, 2), null, new Uint8Array(0), Uint8Array.of(3)];
    expect(unpackValues(packValues(values))).toEqual(values);
    expect(() => unpackAll(packValues(values))).toThrow('a value is missing');
  });

  it('return views of one buffer', () => {
    const [first, second] = unpackAll(packValues([Uint8Array.of(1), Uint8Array.of(2)]));
    expect(first?.buffer).toBe(second?.buffer);
  });
});

describe('packed keys', () => {
  it.each([
    ['ASCII', ['a', '', 'bcd']],
    ['other characters', ['é', 'a', '𝄞', '', '\uFEFFz']],
    ['no keys', []],
  ])('return the packed keys: %s', (_, keys) => {
    expect(keysOf(packKeys(keys))).toEqual(keys);
  });

  it('contain UTF-8', () => {
    expect(packKeys(['é', 'a'])).toEqual({ bytes: Uint8Array.of(0xc3, 0xa9, 0x61), ends: Int32Array.of(2, 3) });
  });
});

describe('RowSink', () => {
  const MEMORY = new TextEncoder().encode('..key-value..');

  it('packs keys and values from memory', () => {
    const sink = new RowSink(() => undefined);
    sink.add(MEMORY, 2, 5, 6, 11);
    sink.addRow('é', Uint8Array.of(7));
    expect(sink.isEmpty).toBe(false);
    const { keys, values } = sink.take();
    expect(sink.isEmpty).toBe(true);
    expect(keysOf(keys)).toEqual(['key', 'é']);
    expect(unpackAll(values)).toEqual([MEMORY.slice(6, 11), Uint8Array.of(7)]);
  });

  it('packs a list of answers without keys, including missing ones', () => {
    const sink = new RowSink(() => undefined);
    sink.addValue(MEMORY, 2, 5);
    sink.addMissing();
    sink.addValue(Uint8Array.of(7));
    const { keys, values } = sink.take();
    expect(keys).toBeNull();
    expect(unpackValues(values)).toEqual([MEMORY.slice(2, 5), null, Uint8Array.of(7)]);
  });

  it('passes on each full batch, and is empty after take', () => {
    const batches: PackedBatch[] = [];
    const sink = new RowSink((batch) => batches.push(batch));
    const values = Array.from({ length: 10 }, (_, index) => new Uint8Array(100_000).fill(index));
    for (const [index, value] of values.entries()) sink.addRow(`${index}`, value);
    expect(batches.length).toBeGreaterThan(2);
    batches.push(sink.take());
    expect(batches.flatMap((batch) => keysOf(batch.keys))).toEqual([...'0123456789']);
    expect(
      allEqual(
        batches.flatMap((batch) => unpackAll(batch.values)),
        values,
      ),
    ).toBe(true);
    expect(sink.take().values.ends).toHaveLength(0);
  });

  it('accepts a value that is larger than a batch', () => {
    const sink = new RowSink(() => undefined);
    const value = new Uint8Array(1_000_000).fill(9);
    sink.addRow('large', value);
    expect(allEqual(unpackAll(sink.take().values), [value])).toBe(true);
  });

  it('does not change a batch that was taken', () => {
    const sink = new RowSink(() => undefined);
    sink.addRow('a', Uint8Array.of(1));
    const first = sink.take();
    sink.addRow('b', Uint8Array.of(2));
    expect(unpackAll(first.values)).toEqual([Uint8Array.of(1)]);
  });

  it('packs more values than it has room for at first', () => {
    const sink = new RowSink(() => undefined);
    for (let count = 0; count < 1_000; count++) sink.addMissing();
    expect(unpackValues(sink.take().values)).toEqual(new Array(1_000).fill(null));
  });
});

/** Instead of a worker on a separate thread, this is a channel, which clones and transfers messages like a thread. */
class ChannelStore extends RemoteStore {
  private readonly channel = new MessageChannel();

  constructor() {
    super('/a-channel.js');
    this.channel.port1.start();
    const { port1 } = this.channel;
    serveStore(new MapStore(), port1 as unknown as RequestPort);
  }

  protected override start(): Worker {
    return Object.assign(this.channel.port2, { terminate: () => this.channel.port1.close() }) as unknown as Worker;
  }
}

describe.each([
  ['LocalStore', () => new LocalStore(new MapStore())],
  ['RemoteStore', () => new ChannelStore()],
])('%s', (_, make) => {
  const VALUE = Uint8Array.of(1, 2, 3);

  it('returns rows that were loaded, put and deleted', async () => {
    const store = make();
    await store.open('rows', 'relaxed');
    await store.load([
      { key: 'a', value: VALUE },
      { key: 'c', value: Uint8Array.of(9) },
    ]);
    await store.put({ key: 'b', value: new Uint8Array(0) });
    expect(VALUE).toHaveLength(3);
    expect(await store.get('a')).toEqual(VALUE);
    expect(await store.get('nope')).toBeNull();
    expect(await store.getMany(['c', 'nope', 'b'])).toEqual([Uint8Array.of(9), null, new Uint8Array(0)]);
    expect(await store.scan('b', 1)).toEqual({ keys: ['b'], values: [new Uint8Array(0)] });
    expect(await store.exchange?.({ key: 'c', value: Uint8Array.of(8) })).toEqual(Uint8Array.of(9));
    await store.deleteMany(['a', 'b']);
    expect(await store.scanAll()).toEqual({ keys: ['c'], values: [Uint8Array.of(8)] });
    await store.close();
  });

  it('returns versions, the newest first', async () => {
    const store = make();
    await store.open('versions', 'relaxed');
    await store.loadVersions([1, 2, 3].map((timestamp) => ({ key: 'a', timestamp, value: Uint8Array.of(timestamp) })));
    await store.loadVersions([{ key: 'b', timestamp: 5, value: Uint8Array.of(5) }]);
    expect(await store.latest()).toEqual({ keys: ['a', 'b'], values: [Uint8Array.of(3), Uint8Array.of(5)] });
    expect(await store.asOf(2)).toEqual({ keys: ['a'], values: [Uint8Array.of(2)] });
    expect(await store.newest(['b', 'a'], 2)).toEqual([[Uint8Array.of(5)], [Uint8Array.of(3), Uint8Array.of(2)]]);
    await store.close();
  });

  it('returns notes by key and by an index', async () => {
    const store = make();
    await store.open('notes', 'relaxed');
    const notes = await store.openNotes(true);
    const [a, b, c] = [
      { key: 'a', value: VALUE, kind: 'one', day: 'é' },
      { key: 'b', value: new Uint8Array(0), kind: '', day: 'today' },
      { key: 'c', value: Uint8Array.of(9), kind: 'one', day: 'today' },
    ] as const;
    await notes.putAll([c, a, { ...b, kind: 'one' }]);
    await notes.put(b);
    expect(await notes.scan('a', 2)).toEqual([a, b]);
    expect(await notes.find('kind', 'one')).toEqual([a, c]);
    expect(await notes.find('day', 'today')).toEqual([b, c]);
    expect(await store.scanAll()).toEqual({ keys: [], values: [] });
    await store.close();
  });

  it('returns notes of many batches', async () => {
    const store = make();
    await store.open('many-notes', 'relaxed');
    const notes = await store.openNotes(false);
    const many = Array.from({ length: 8 }, (_, index) => ({
      key: `${index}`,
      value: new Uint8Array(100_000),
      kind: `kind ${index}`,
      day: `day ${index}`,
    }));
    await notes.putAll(many);
    const texts = (some: readonly Note[]) => some.map(({ key, value, kind, day }) => [key, value.length, kind, day]);
    expect(texts(await notes.scan('', 100))).toEqual(texts(many));
    await store.close();
  });

  it('returns a scan of many batches in order', async () => {
    const store = make();
    await store.open('many', 'relaxed');
    const rows = Array.from({ length: 20 }, (_, index) => ({
      key: String.fromCharCode(97 + index),
      value: new Uint8Array(50_000).fill(index),
    }));
    await store.load(rows);
    const { keys, values } = await store.scanAll();
    expect(keys).toEqual(rows.map(({ key }) => key));
    expect(
      allEqual(
        values,
        rows.map(({ value }) => value),
      ),
    ).toBe(true);
    await store.close();
  });

  it('rejects a failing call, and answers later calls only with the data they read', async () => {
    const store = make();
    await store.open('damaged', 'relaxed');
    await store.load([
      { key: 'a', value: VALUE },
      { key: MapStore.DAMAGED, value: VALUE },
    ]);
    const answers = await Promise.allSettled([store.scanAll(), store.scan('a', 1)]);
    expect(answers[0]).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('damaged') } });
    expect(answers[1]).toMatchObject({ status: 'fulfilled', value: { keys: ['a'] } });
    await store.close();
  });
});
