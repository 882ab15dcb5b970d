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
    expect(files.has('data/1/1-1')).toBe(false);
  });
});
