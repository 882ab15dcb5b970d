import { describe, expect, it } from 'vitest';
import { fileSystemSuite } from '../testing/conformance/file-system-suite.js';
import { BLOCK, blocks, outcomes, pathsOf, simulated, sizeOf } from '../testing/samples/sim-outcomes.js';
import { testSeeds } from '../testing/seed.js';
import { StopSignal } from './operation-counter.js';
import type { SimFileSystem } from './sim-file-system.js';

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

  it('lets concurrent calls overtake each other, in the same order for the same seed', async () => {
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
  /** Creates two files, writes, flushes, truncates and removes: nine operations. */
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

  it('counts operations that change the medium, synchronous and asynchronous ones alike, and no others', async () => {
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

  it('also stops its open handles, including their reads', async () => {
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

  it('gets no answer if it ends between the effect of a call and its answer', async () => {
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

  it('leaves a prefix of the write in which it ends, in steps of 512 or 4,096 bytes of the file', async () => {
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

  it('leaves every other operation in which it ends done or not done', async () => {
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

  it('may or may not force the bytes of the flush in which it ends', async () => {
    const { files } = simulated(1, 3);
    const handle = await files.create('a');
    handle.write(blocks(1, 1), 0);
    expect(() => handle.flush()).toThrow(StopSignal);
    const sizes = outcomes(files, { kind: 'power-cut', unflushed: 'drop', names: 'keep' }, sizeOf('a'));
    expect(sizes.sort()).toEqual([0, BLOCK]);
  });
});
