import { describe, expect, it } from 'vitest';
import { fileSystemSuite } from '../../testing/conformance/file-system-suite.js';
import { MemoryFileSystem } from './memory-file-system.js';

describe('MemoryFileSystem', () => {
  fileSystemSuite({ test: (name, body) => it(name, body) }, async () => ({
    files: new MemoryFileSystem(),
    dispose: async () => {},
  }));

  it('opens a path at most once, and does not remove an open file', async () => {
    const files = new MemoryFileSystem();
    const handle = await files.create('data/1/1-1');
    await expect(files.open('data/1/1-1')).rejects.toMatchObject({ code: 'DATABASE_BUSY' });
    await expect(files.remove('data/1/1-1')).rejects.toMatchObject({ code: 'DATABASE_BUSY' });
    await expect(files.removeDirectory('data')).rejects.toMatchObject({ code: 'DATABASE_BUSY' });
    handle.close();
    await files.removeDirectory('data');
    expect(files.paths()).toEqual([]);
  });

  it('lets tests read and replace the bytes of a file', async () => {
    const files = new MemoryFileSystem();
    const handle = await files.create('a');
    handle.write(Uint8Array.of(1, 2, 3), 0);
    expect(files.bytesOf('a')).toEqual(Uint8Array.of(1, 2, 3));
    files.setBytes('a', Uint8Array.of(4));
    expect(handle.size()).toBe(1);
    files.setBytes('b', Uint8Array.of(5));
    expect(files.paths()).toEqual(['a', 'b']);
  });
});
