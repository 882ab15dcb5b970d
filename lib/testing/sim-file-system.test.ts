import { describe, expect, it } from 'vitest';
import type { FileHandle } from '../fs/file-system.js';
import { fileSystemSuite } from './conformance/file-system-suite.js';
import { ManualClock } from './manual-clock.js';
import { OperationCounter, StopSignal } from './operation-counter.js';
import { testSeeds } from './seed.js';
import { type ImageOptions, SimFileSystem } from './sim-file-system.js';

const BLOCK = 512;

function blocks(count: number, value: number): Uint8Array {
  return new Uint8Array(count * BLOCK).fill(value);
}

/** All that a process can read, as text. */
function contents(files: SimFileSystem): string {
  return files
    .paths()
    .map((path) => `${path}: ${files.bytesOf(path).join(' ')}`)
    .join('\n');
}

function simulated(seed = 1, stopAt?: number): { files: SimFileSystem; clock: ManualClock; counter: OperationCounter } {
  const clock = new ManualClock();
  const counter = new OperationCounter(stopAt);
  return { files: new SimFileSystem({ seed, clock, counter }), clock, counter };
}

/** The different things that images of many seeds hold. */
function outcomes<T>(
  files: SimFileSystem,
  options: Omit<ImageOptions, 'seed'>,
  look: (image: SimFileSystem) => T,
): T[] {
  const seen = new Map<string, T>();
  for (let seed = 0; seed < 300; seed++) {
    const outcome = look(files.image({ ...options, seed }));
    seen.set(JSON.stringify(outcome), outcome);
  }
  return [...seen.values()];
}

const sizeOf = (path: string) => (image: SimFileSystem) =>
  image.paths().includes(path) ? image.bytesOf(path).length : null;
const pathsOf = (image: SimFileSystem) => image.paths().join(' ');

describe('SimFileSystem', () => {
  for (const seed of testSeeds(3)) {
    describe(`with seed ${seed}`, () => {
      fileSystemSuite({ test: (name, body) => it(name, body) }, async () => ({
        files: simulated(seed).files,
        dispose: async () => {},
      }));
    });
  }

  it('opens a path at most once', async () => {
    const { files } = simulated();
    const handle = await files.create('a');
    await expect(files.open('a')).rejects.toMatchObject({ code: 'DATABASE_BUSY' });
    await expect(files.remove('a')).rejects.toMatchObject({ code: 'DATABASE_BUSY' });
    handle.close();
    (await files.open('a')).close();
  });

  it('lets calls that run at the same time overtake each other, in the same order for the same seed', async () => {
    const order = async (seed: number): Promise<string> => {
      const { files, counter } = simulated(seed);
      const finished: number[] = [];
      await Promise.all([1, 2, 3].map((number) => files.create(`${number}`).then(() => finished.push(number))));
      return `${counter.log.join()} ${finished.join()}`;
    };
    const orders = new Set<string>();
    for (let seed = 0; seed < 40; seed++) {
      expect(await order(seed)).toBe(await order(seed));
      orders.add(await order(seed));
    }
    expect(orders.size).toBeGreaterThan(6);
  });
});

describe('A process that ends in operation n', () => {
  /** Two files made, one written, flushed, cut and removed: nine operations. */
  async function workload(files: SimFileSystem): Promise<void> {
    const a = await files.create('d/a');
    a.write(blocks(3, 1), 0);
    a.flush();
    a.write(blocks(2, 2), BLOCK);
    a.truncate(2 * BLOCK);
    a.close();
    const b = await files.create('d/b');
    b.close();
    await files.list('d');
    (await files.open('d/a')).close();
    await files.remove('d/a');
    await files.removeDirectory('d');
  }

  it('counts what changes the medium, synchronous and asynchronous alike, and nothing else', async () => {
    const { files, counter } = simulated();
    await workload(files);
    expect(counter.log).toEqual([
      'create d/a',
      'write d/a',
      'flush d/a',
      'write d/a',
      'truncate d/a',
      'create d/b',
      'remove d/a',
      'removeDirectory d',
    ]);
  });

  it('gets a StopSignal from that operation and from every later call', async () => {
    for (let n = 1; n <= 8; n++) {
      const { files, counter } = simulated(1, n);
      await expect(workload(files)).rejects.toThrow(StopSignal);
      expect(counter.count).toBe(n);
      await counter.whenStopped;
      for (const call of [files.create('x'), files.open('d/b'), files.list('d'), files.remove('d/b')]) {
        await expect(call).rejects.toThrow(StopSignal);
      }
      expect(counter.count).toBe(n);
    }
  });

  it('finds its open handles stopped too, reads included', async () => {
    const { files, counter } = simulated();
    const handle = await files.create('a');
    counter.stop();
    for (const call of [
      () => handle.size(),
      () => handle.read(new Uint8Array(1), 0),
      () => handle.write(new Uint8Array(1), 0),
      () => handle.truncate(0),
      () => handle.flush(),
    ]) {
      expect(call).toThrow(StopSignal);
    }
  });

  it('is not answered when it ends between the effect of a call and its answer', async () => {
    let unanswered = 0;
    for (let seed = 0; seed < 40; seed++) {
      const { files, counter } = simulated(seed);
      const call = files.create('a');
      while (counter.count === 0) await null;
      counter.stop();
      await call.catch((error: unknown) => {
        expect(error).toBeInstanceOf(StopSignal);
        unanswered++;
      });
      expect(files.image({ kind: 'process-death', seed }).paths()).toEqual(['a']);
    }
    expect(unanswered).toBeGreaterThan(5);
  });

  it('leaves a prefix of the write it ends in, in steps of 512 or 4,096 bytes of the file', async () => {
    const { files } = simulated(1, 3);
    const handle = await files.create('a');
    handle.write(blocks(1, 1).subarray(0, 100), 0);
    expect(() => handle.write(blocks(20, 2), 100)).toThrow(StopSignal);
    const sizes = outcomes(files, { kind: 'process-death' }, sizeOf('a'));
    const every512 = Array.from({ length: 20 }, (_, step) => (step + 1) * BLOCK);
    expect(sizes.sort((a, b) => Number(a) - Number(b))).toEqual([100, ...every512, 20 * BLOCK + 100]);
    const image = files.image({ kind: 'process-death', seed: 5 });
    const bytes = image.bytesOf('a');
    expect(bytes.subarray(0, 100).every((byte) => byte === 1)).toBe(true);
    expect(bytes.subarray(100).every((byte) => byte === 2)).toBe(true);
  });

  it('leaves every other operation that it ends in done or not', async () => {
    const left = async (n: number): Promise<string[]> => {
      const { files } = simulated(1, n);
      await workload(files).catch(() => {});
      const look = (image: SimFileSystem) =>
        `${image.paths().map((path) => `${path}:${image.bytesOf(path).length / BLOCK}`)}`;
      return outcomes(files, { kind: 'process-death' }, look).sort();
    };
    expect(await left(1)).toEqual(['', 'd/a:0']);
    expect(await left(5)).toEqual(['d/a:2', 'd/a:3']);
    expect(await left(6)).toEqual(['d/a:2', 'd/a:2,d/b:0']);
    expect(await left(7)).toEqual(['d/a:2,d/b:0', 'd/b:0']);
    expect(await left(8)).toEqual(['', 'd/b:0']);
  });

  it('leaves some of the files of a directory that it was removing', async () => {
    const { files } = simulated(1, 4);
    for (const path of ['d/1', 'd/2', 'd/3']) (await files.create(path)).close();
    await expect(files.removeDirectory('d')).rejects.toThrow(StopSignal);
    expect(outcomes(files, { kind: 'process-death' }, pathsOf)).toHaveLength(8);
  });

  it('forces or does not force the bytes whose flush it ends in', async () => {
    const { files } = simulated(1, 3);
    const handle = await files.create('a');
    handle.write(blocks(1, 1), 0);
    expect(() => handle.flush()).toThrow(StopSignal);
    const sizes = outcomes(files, { kind: 'power-cut', unflushed: 'drop', names: 'keep' }, sizeOf('a'));
    expect(sizes.sort()).toEqual([0, BLOCK]);
  });
});

describe('An image', () => {
  it('is the same for the same seed', async () => {
    const { files } = simulated();
    const handle = await files.create('a');
    for (let i = 0; i < 5; i++) handle.write(blocks(4, i), 4 * i * BLOCK);
    for (const kind of ['process-death', 'power-cut'] as const) {
      for (let seed = 0; seed < 20; seed++) {
        expect(contents(files.image({ kind, seed }))).toBe(contents(files.image({ kind, seed })));
      }
    }
  });

  it('of a process death holds every finished write, flushed or not', async () => {
    const { files } = simulated();
    const handle = await files.create('a');
    handle.write(blocks(3, 1), 0);
    for (let seed = 0; seed < 20; seed++) {
      expect(contents(files.image({ kind: 'process-death', seed }))).toBe(contents(files));
    }
  });

  it('shares nothing with the medium it was taken from, and has nothing open', async () => {
    const { files } = simulated();
    const handle = await files.create('a');
    handle.write(blocks(1, 1), 0);
    const image = files.image({ kind: 'process-death', seed: 1 });
    handle.write(blocks(1, 2), 0);
    await files.create('b');
    expect(image.paths()).toEqual(['a']);
    const reopened = await image.open('a');
    expect(image.bytesOf('a')).toEqual(blocks(1, 1));
    reopened.write(blocks(1, 3), 0);
    reopened.flush();
    expect(files.bytesOf('a')).toEqual(blocks(1, 2));
  });

  it('counts its operations anew', async () => {
    const { files } = simulated(1, 2);
    await files.create('a');
    await expect(files.create('b')).rejects.toThrow(StopSignal);
    const counter = new OperationCounter(2);
    const image = files.image({ kind: 'process-death', seed: 1, counter });
    await image.create('c');
    await expect(image.create('d')).rejects.toThrow(StopSignal);
    expect(counter.log).toEqual(['create c', 'create d']);
  });

  it('can be taken of an image: a process death makes nothing safer', async () => {
    const { files } = simulated();
    const handle = await files.create('a');
    handle.write(blocks(1, 1), 0);
    const second = files.image({ kind: 'process-death', seed: 1 });
    const opened = await second.open('a');
    opened.write(blocks(1, 2), BLOCK);
    const third = second.image({ kind: 'process-death', seed: 2 });
    expect(third.bytesOf('a').length).toBe(2 * BLOCK);
    expect(third.image({ kind: 'power-cut', seed: 3, unflushed: 'drop', names: 'keep' }).bytesOf('a').length).toBe(0);
    expect(third.image({ kind: 'power-cut', seed: 3, names: 'undo' }).paths()).toEqual([]);
  });

  it('of a power cut is safe from the next one', async () => {
    const { files } = simulated();
    (await files.create('a')).write(blocks(1, 1), 0);
    const image = files.image({ kind: 'power-cut', seed: 1, unflushed: 'keep', names: 'keep' });
    const again = image.image({ kind: 'power-cut', seed: 2, unflushed: 'drop', names: 'undo' });
    expect(contents(again)).toBe(contents(files));
  });
});

describe('A power cut', () => {
  async function twoWrites(): Promise<{ files: SimFileSystem; handle: FileHandle; clock: ManualClock }> {
    const { files, clock } = simulated();
    const handle = await files.create('a');
    handle.write(blocks(4, 1), 0);
    handle.flush();
    clock.advance(60_000);
    return { files, handle, clock };
  }

  it('harms no byte before the last flush, whatever it does to later ones', async () => {
    const { files, handle } = await twoWrites();
    handle.write(blocks(4, 2), 4 * BLOCK);
    for (let seed = 0; seed < 200; seed++) {
      const image = files.image({ kind: 'power-cut', seed });
      expect(image.bytesOf('a').subarray(0, 4 * BLOCK)).toEqual(blocks(4, 1));
    }
  });

  it('keeps, drops, tears, scatters or only lengthens what was not flushed', async () => {
    const { files, handle } = await twoWrites();
    handle.write(blocks(4, 2), 4 * BLOCK);
    const shapes = outcomes(files, { kind: 'power-cut' }, (image) => {
      const bytes = image.bytesOf('a');
      const values: string[] = [];
      for (let at = 0; at < bytes.length; at += BLOCK) {
        const value = bytes[at] ?? -1;
        values.push(bytes.subarray(at, at + BLOCK).every((byte) => byte === value) ? `${value}` : '?');
      }
      return values.join('');
    });
    expect(shapes).toContain('11112222');
    expect(shapes).toContain('1111');
    expect(shapes).toContain('111122');
    expect(shapes).toContain('11110000');
    expect(shapes).toContain('1111????');
    expect(shapes).toContain('11110220');
    expect(shapes.some((shape) => shape.includes('?') && shape.includes('2'))).toBe(true);
  });

  it('keeps a later write and loses an earlier one, in one file and across files', async () => {
    const { files, handle } = await twoWrites();
    const other = await files.create('b');
    handle.write(blocks(1, 2), 0);
    other.write(blocks(1, 3), 0);
    handle.write(blocks(1, 4), BLOCK);
    const seen = outcomes(files, { kind: 'power-cut', names: 'keep' }, (image) => {
      const a = image.bytesOf('a');
      return `${a[0]} ${image.bytesOf('b').includes(3)} ${a[BLOCK]}`;
    });
    expect(seen).toContain('1 true 4');
    expect(seen).toContain('1 false 4');
    expect(seen).toContain('2 false 1');
    expect(seen).toHaveLength(8);
  });

  it('overwrites flushed bytes in whole steps only', async () => {
    const { files, handle } = await twoWrites();
    handle.write(blocks(2, 2), 256);
    const seen = outcomes(files, { kind: 'power-cut' }, (image) => {
      const bytes = image.bytesOf('a');
      expect(bytes.subarray(0, 256).every((byte) => byte === 1)).toBe(true);
      expect(bytes.subarray(1280).every((byte) => byte === 1)).toBe(true);
      return [256, 511, 512, 1023, 1024, 1279].map((at) => bytes[at]).join('');
    });
    expect(seen.sort()).toEqual(['111111', '111122', '112211', '112222', '221111', '221122', '222211', '222222']);
  });

  it('keeps or undoes a truncation that was not flushed', async () => {
    const { files, handle } = await twoWrites();
    handle.truncate(BLOCK);
    expect(outcomes(files, { kind: 'power-cut' }, sizeOf('a')).sort()).toEqual([4 * BLOCK, BLOCK].sort());
    handle.flush();
    expect(outcomes(files, { kind: 'power-cut' }, sizeOf('a'))).toEqual([BLOCK]);
  });

  it('keeps, drops or tears all unflushed writes when told to', async () => {
    const { files, handle } = await twoWrites();
    for (let i = 0; i < 3; i++) handle.write(blocks(2, 5 + i), (4 + 2 * i) * BLOCK);
    const sizes = (unflushed: 'keep' | 'drop' | 'torn') =>
      outcomes(files, { kind: 'power-cut', unflushed }, sizeOf('a'));
    expect(sizes('keep')).toEqual([10 * BLOCK]);
    expect(sizes('drop')).toEqual([4 * BLOCK]);
    expect(sizes('torn').length).toBeGreaterThan(4);
  });

  it('undoes young names together from some point on', async () => {
    const { files } = simulated();
    for (const path of ['1', '2', '3']) {
      const handle = await files.create(path);
      handle.write(blocks(1, 1), 0);
      handle.flush();
      handle.close();
    }
    await files.remove('2');
    const seen = outcomes(files, { kind: 'power-cut' }, pathsOf);
    expect(seen.sort()).toEqual(['', '1', '1 2', '1 2 3', '1 3']);
  });

  it('undoes no name that is 60 s old, created or removed', async () => {
    const { files, clock } = simulated();
    for (const path of ['1', '2']) (await files.create(path)).close();
    await files.remove('1');
    clock.advance(59_999);
    expect(outcomes(files, { kind: 'power-cut' }, pathsOf).length).toBeGreaterThan(1);
    clock.set(clock.now() + 1_000_000);
    expect(outcomes(files, { kind: 'power-cut' }, pathsOf).length).toBeGreaterThan(1);
    clock.advance(1);
    expect(outcomes(files, { kind: 'power-cut' }, pathsOf)).toEqual(['2']);
  });

  it('gives back a removed file with its bytes, or sometimes without', async () => {
    const { files, handle } = await twoWrites();
    handle.close();
    await files.remove('a');
    expect(outcomes(files, { kind: 'power-cut' }, sizeOf('a')).sort()).toEqual([0, 4 * BLOCK, null].sort());
    expect(outcomes(files, { kind: 'power-cut', names: 'undo' }, sizeOf('a'))).toEqual([4 * BLOCK]);
  });

  it('leaves a created file without its bytes when they were not flushed', async () => {
    const { files } = simulated();
    (await files.create('a')).write(blocks(1, 1), 0);
    expect(outcomes(files, { kind: 'power-cut' }, sizeOf('a'))).toContain(0);
  });
});

describe('A scripted fault', () => {
  it('hits the n-th matching call, as many times as asked for', async () => {
    const { files } = simulated();
    files.fail({ operation: 'write', path: /^wal\//, at: 2, times: 2, error: 'QUOTA', written: 0 });
    const other = await files.create('data/1');
    const log = await files.create('wal/1-1');
    const results: string[] = [];
    for (let i = 0; i < 4; i++) {
      other.write(Uint8Array.of(1), i);
      try {
        log.write(Uint8Array.of(1), i);
        results.push('written');
      } catch (error) {
        results.push((error as { code: string }).code);
      }
    }
    expect(results).toEqual(['written', 'QUOTA_EXCEEDED', 'QUOTA_EXCEEDED', 'written']);
  });

  it('leaves any prefix of a failed write', async () => {
    const sizes = new Set<number>();
    for (let seed = 0; seed < 60; seed++) {
      const { files } = simulated(seed);
      const handle = await files.create('a');
      files.fail({ operation: 'write', error: 'IO' });
      expect(() => handle.write(Uint8Array.of(1, 2, 3), 0)).toThrowError(
        expect.objectContaining({ name: 'UnknownError' }),
      );
      sizes.add(files.bytesOf('a').length);
    }
    expect([...sizes].sort()).toEqual([0, 1, 2, 3]);
  });

  it('makes a failed flush lose for good what was unflushed, though later flushes return', async () => {
    const { files } = simulated();
    const handle = await files.create('a');
    handle.write(blocks(1, 1), 0);
    files.fail({ operation: 'flush', error: 'IO' });
    expect(() => handle.flush()).toThrow();
    handle.write(blocks(1, 2), BLOCK);
    handle.flush();
    expect(files.bytesOf('a').length).toBe(2 * BLOCK);
    const image = files.image({ kind: 'power-cut', seed: 1, unflushed: 'drop', names: 'keep' });
    expect(image.bytesOf('a').subarray(0, BLOCK)).toEqual(blocks(1, 0));
    expect(image.bytesOf('a').subarray(BLOCK)).toEqual(blocks(1, 2));
  });

  it('lets a flush lie', async () => {
    const { files } = simulated();
    const handle = await files.create('a');
    handle.write(blocks(1, 1), 0);
    files.fail({ operation: 'flush', error: 'LIE' });
    handle.flush();
    const options = { kind: 'power-cut', seed: 1, unflushed: 'drop', names: 'keep' } as const;
    expect(files.image(options).bytesOf('a').length).toBe(0);
    handle.flush();
    expect(files.image(options).bytesOf('a').length).toBe(BLOCK);
  });

  it('kills a handle until the file is opened again', async () => {
    const { files } = simulated();
    const handle = await files.create('a');
    handle.write(Uint8Array.of(1), 0);
    files.fail({ operation: 'read', error: 'INVALID' });
    const dead = expect.objectContaining({ name: 'InvalidStateError' });
    expect(() => handle.read(new Uint8Array(1), 0)).toThrowError(dead);
    expect(() => handle.size()).toThrowError(dead);
    expect(() => handle.write(Uint8Array.of(2), 0)).toThrowError(dead);
    handle.close();
    expect((await files.open('a')).size()).toBe(1);
  });

  it('makes naming fail: a busy file, a full medium, a name that stands although its creation failed', async () => {
    const left = new Set<string>();
    for (let seed = 0; seed < 20; seed++) {
      const { files } = simulated(seed);
      files.fail({ operation: 'create', path: 'a', error: 'QUOTA' });
      await expect(files.create('a')).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' });
      left.add(files.paths().join());
      (await files.create('b')).close();
      files.fail({ operation: 'open', error: 'BUSY' });
      await expect(files.open('b')).rejects.toMatchObject({ code: 'DATABASE_BUSY' });
      files.fail({ operation: 'remove', error: 'IO', times: Number.POSITIVE_INFINITY });
      await expect(files.remove('b')).rejects.toMatchObject({ name: 'UnknownError' });
      files.heal();
      await files.remove('b');
    }
    expect([...left].sort()).toEqual(['', 'a']);
  });
});
