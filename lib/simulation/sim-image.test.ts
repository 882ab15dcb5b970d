import { describe, expect, it } from 'vitest';
import type { FileHandle } from '../storage/fs/file-system.js';
import { BLOCK, blocks, contents, outcomes, pathsOf, simulated, sizeOf } from '../testing/samples/sim-outcomes.js';
import type { ManualClock } from './manual-clock.js';
import { OperationCounter, StopSignal } from './operation-counter.js';
import type { SimFileSystem } from './sim-file-system.js';

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

  it('of a process death contains every finished write, flushed or not', async () => {
    const { files } = simulated();
    const handle = await files.create('a');
    handle.write(blocks(3, 1), 0);
    for (let seed = 0; seed < 20; seed++) {
      expect(contents(files.image({ kind: 'process-death', seed }))).toBe(contents(files));
    }
  });

  it('shares nothing with its medium, and has no open files', async () => {
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

  it('counts its operations from 1 again', async () => {
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

  it('of a power cut is not affected by the next one', async () => {
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

  it('damages no byte before the last flush, whatever it does to later ones', async () => {
    const { files, handle } = await twoWrites();
    handle.write(blocks(4, 2), 4 * BLOCK);
    for (let seed = 0; seed < 200; seed++) {
      const image = files.image({ kind: 'power-cut', seed });
      expect(image.bytesOf('a').subarray(0, 4 * BLOCK)).toEqual(blocks(4, 1));
    }
  });

  it('keeps, drops, tears, scatters or only lengthens unflushed writes', async () => {
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

  it('may keep a later write and lose an earlier one, in one file and across files', async () => {
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

  it('overwrites flushed bytes only in whole steps', async () => {
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

  it('keeps or undoes an unflushed truncation', async () => {
    const { files, handle } = await twoWrites();
    handle.truncate(BLOCK);
    expect(outcomes(files, { kind: 'power-cut' }, sizeOf('a')).sort()).toEqual([4 * BLOCK, BLOCK].sort());
    handle.flush();
    expect(outcomes(files, { kind: 'power-cut' }, sizeOf('a'))).toEqual([BLOCK]);
  });

  it('keeps, drops or tears all unflushed writes on request', async () => {
    const { files, handle } = await twoWrites();
    for (let i = 0; i < 3; i++) handle.write(blocks(2, 5 + i), (4 + 2 * i) * BLOCK);
    const sizes = (unflushed: 'keep' | 'drop' | 'torn') =>
      outcomes(files, { kind: 'power-cut', unflushed }, sizeOf('a'));
    expect(sizes('keep')).toEqual([10 * BLOCK]);
    expect(sizes('drop')).toEqual([4 * BLOCK]);
    expect(sizes('torn').length).toBeGreaterThan(4);
  });

  it('undoes young names together, from some point on', async () => {
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

  it('undoes no creation or removal of a name that is 60 s old', async () => {
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

  it('restores a removed file with its bytes, or sometimes without them', async () => {
    const { files, handle } = await twoWrites();
    handle.close();
    await files.remove('a');
    expect(outcomes(files, { kind: 'power-cut' }, sizeOf('a')).sort()).toEqual([0, 4 * BLOCK, null].sort());
    expect(outcomes(files, { kind: 'power-cut', names: 'undo' }, sizeOf('a'))).toEqual([4 * BLOCK]);
  });

  it('may leave a created file without its unflushed bytes', async () => {
    const { files } = simulated();
    (await files.create('a')).write(blocks(1, 1), 0);
    expect(outcomes(files, { kind: 'power-cut' }, sizeOf('a'))).toContain(0);
  });
});
