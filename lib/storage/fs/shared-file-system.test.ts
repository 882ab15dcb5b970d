import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimFileSystem } from '../../simulation/sim-file-system.js';
import { fileSystemSuite } from '../../testing/conformance/file-system-suite.js';
import { VisibleFiles } from '../../testing/fakes/visible-files.js';
import { handleClosed } from './file-errors.js';
import type { FileHandle } from './file-system.js';
import { SharedFileSystem } from './shared-file-system.js';

const PATH = 'data/1-1';

function medium(): { readonly below: VisibleFiles; readonly files: SharedFileSystem } {
  const below = new VisibleFiles();
  below.setBytes(PATH, Uint8Array.of(1, 2, 3));
  below.setBytes('wal/1-1', Uint8Array.of(4));
  return { below, files: new SharedFileSystem(below) };
}

function bytesOf(handle: FileHandle): readonly number[] {
  const bytes = new Uint8Array(3);
  return [...bytes.subarray(0, handle.read(bytes, 0))];
}

describe('SharedFileSystem', () => {
  fileSystemSuite({ test: it }, async () => {
    return { files: new SharedFileSystem(new VisibleFiles()), dispose: async () => {} };
  });

  it('opens a store file as often as it is asked to, and closes it with the last of its handles', async () => {
    const { below, files } = medium();
    const [first, second] = await Promise.all([files.open(PATH), files.open(PATH)]);
    first.close();
    first.close();
    expect(bytesOf(second)).toEqual([1, 2, 3]);
    const third = await files.open(PATH);
    second.close();
    expect(bytesOf(third)).toEqual([1, 2, 3]);
    await expect(below.open(PATH)).rejects.toMatchObject({ code: 'DATABASE_BUSY' });
    await expect(files.remove(PATH)).rejects.toThrow();
    third.close();
    (await below.open(PATH)).close();
    expect(bytesOf(await files.open(PATH))).toEqual([1, 2, 3]);
  });

  it('opens any other file once', async () => {
    const { files } = medium();
    await files.open('wal/1-1');
    await expect(files.open('wal/1-1')).rejects.toMatchObject({ code: 'DATABASE_BUSY' });
  });

  it('opens a file again whose handle has died, although other users still have theirs', async () => {
    const { below, files } = medium();
    let dead = false;
    const open = below.open.bind(below);
    below.open = async (path) => {
      const handle = await open(path);
      const read = handle.read.bind(handle);
      let mine = false;
      handle.read = (into, at) => {
        if (dead && !mine) throw handleClosed(path);
        return read(into, at);
      };
      mine = dead;
      return handle;
    };
    const [first, second] = [await files.open(PATH), await files.open(PATH)];
    dead = true;
    expect(() => bytesOf(first)).toThrow('closed');
    const again = await files.open(PATH);
    expect(bytesOf(again)).toEqual([1, 2, 3]);
    expect(() => bytesOf(second)).toThrow('closed');
    first.close();
    second.close();
    expect(bytesOf(again)).toEqual([1, 2, 3]);
  });

  it('opens a file again whose handle has died unnoticed', async () => {
    const clock = new ManualClock();
    const below = new SimFileSystem({ seed: 1, clock });
    below.setBytes(PATH, Uint8Array.of(1, 2, 3));
    const files = new SharedFileSystem(below);
    const first = await files.open(PATH);
    below.killHandles(PATH);
    const [second, third] = await Promise.all([files.open(PATH), files.open(PATH)]);
    expect(() => bytesOf(first)).toThrow('closed');
    first.close();
    expect([second, third].map(bytesOf)).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ]);
  });

  it('tries again after a file could not be opened', async () => {
    const { below, files } = medium();
    await expect(files.open('data/1-2')).rejects.toMatchObject({ name: 'NotFoundError' });
    below.setBytes('data/1-2', Uint8Array.of(5));
    expect(bytesOf(await files.open('data/1-2'))).toEqual([5]);
  });
});
