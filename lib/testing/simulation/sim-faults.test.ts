import { describe, expect, it } from 'vitest';
import { BLOCK, blocks, simulated } from './sim-outcomes.js';

describe('A scripted fault', () => {
  it('affects the n-th matching call, as many times as requested', async () => {
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

  it('makes a failed flush lose the unflushed bytes permanently, though later flushes return', async () => {
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

  it('makes a flush return without forcing anything', async () => {
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

  it('makes operations on names fail: a busy file, a full medium, a name that exists although its creation failed', async () => {
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
