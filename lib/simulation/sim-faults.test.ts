import { describe, expect, it } from 'vitest';
import { BLOCK, blocks, simulated } from '../testing/samples/sim-outcomes.js';

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

  it('of any call counts all of them, and spreads to every call of the path that it hit', async () => {
    const { files } = simulated();
    const [a, b] = [await files.create('a'), await files.create('b')];
    files.fail({ operation: 'any', error: 'IO', at: 2, spreads: true });
    expect(a.size()).toBe(0);
    expect(() => b.flush()).toThrowError('flush');
    expect(() => b.size()).toThrowError('size');
    expect(a.size()).toBe(0);
    expect(files.calls).toBe(6);
    const next = files.image({ kind: 'process-death', seed: 1 });
    await expect(next.open('b')).rejects.toMatchObject({ name: 'UnknownError' });
    expect((await next.open('a')).size()).toBe(0);
  });

  it('that is lasting affects every call, and those of later processes', async () => {
    const { files } = simulated();
    files.setBytes('data/1', Uint8Array.of(1));
    files.fail({ operation: 'open', path: 'data/1', error: 'IO', lasting: true });
    const unreadable = { name: 'UnknownError' };
    await expect(files.open('data/1')).rejects.toMatchObject(unreadable);
    await expect(files.open('data/1')).rejects.toMatchObject(unreadable);
    const next = files.image({ kind: 'power-cut', seed: 1 });
    await expect(next.open('data/1')).rejects.toMatchObject(unreadable);
    next.heal();
    (await next.open('data/1')).close();
  });

  it('lets a list end early, with any of the names, or fail', async () => {
    const seen = new Set<string>();
    for (let seed = 0; seed < 60; seed++) {
      const { files } = simulated(seed);
      for (const name of ['1', '2', '3']) files.setBytes(`wal/${name}`, Uint8Array.of(1));
      files.fail({ operation: 'list', path: 'wal', error: 'CUT' });
      seen.add((await files.list('wal')).join());
      expect(await files.list('wal')).toEqual(['1', '2', '3']);
      files.fail({ operation: 'list', error: 'NOT_FOUND' });
      await expect(files.listDirectories('')).rejects.toMatchObject({ name: 'NotFoundError' });
    }
    expect([...seen].sort()).toEqual(['', '1', '1,2', '1,2,3', '1,3', '2', '2,3', '3']);
  });

  it('lets a call hang until the test answers it, and then take effect', async () => {
    const { files } = simulated();
    files.setBytes('a', Uint8Array.of(1));
    for (const operation of ['create', 'open', 'list', 'remove', 'removeDirectory'] as const) {
      files.fail({ operation, error: 'HANG' });
    }
    const answered: string[] = [];
    const calls = [
      files.create('b').then(() => answered.push('create')),
      files.open('a').then(() => answered.push('open')),
      files.list('').then(() => answered.push('list')),
      files.remove('none').then(() => answered.push('remove')),
      files.removeDirectory('none').then(() => answered.push('removeDirectory')),
    ];
    for (let turn = 0; turn < 50; turn++) await null;
    expect([answered, files.paths()]).toEqual([[], ['a']]);
    expect(files.answerHanging()).toBe(5);
    await Promise.all(calls);
    expect(files.paths()).toEqual(['a', 'b']);
    await expect(files.open('a')).rejects.toMatchObject({ code: 'DATABASE_BUSY' });
  });

  it('ends handles between two calls', async () => {
    const { files } = simulated();
    const [a, b] = [await files.create('a'), await files.create('b')];
    files.killHandles(/a/);
    expect(() => a.size()).toThrowError(expect.objectContaining({ name: 'InvalidStateError' }));
    expect(b.size()).toBe(0);
    await expect(files.open('a')).rejects.toMatchObject({ code: 'DATABASE_BUSY' });
    a.close();
    expect((await files.open('a')).size()).toBe(0);
  });

  it('leaves a file missing, or a second time under another name', async () => {
    const { files } = simulated();
    files.setBytes('data/1/1-1', Uint8Array.of(7));
    files.duplicate('data/1/1-1', 'data/1/2-1');
    files.takeAway('data/1/1-1');
    const next = files.image({ kind: 'power-cut', seed: 1, names: 'undo', unflushed: 'drop' });
    expect([next.paths(), [...next.bytesOf('data/1/2-1')]]).toEqual([['data/1/2-1'], [7]]);
  });
});
