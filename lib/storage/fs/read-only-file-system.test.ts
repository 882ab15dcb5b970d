import { describe, expect, it } from 'vitest';
import { fileSystemSuite } from '../../testing/conformance/file-system-suite.js';
import { VisibleFiles } from '../../testing/fakes/visible-files.js';
import { ReadOnlyFileSystem } from './read-only-file-system.js';

describe('ReadOnlyFileSystem', () => {
  fileSystemSuite({ test: it }, async () => {
    return { files: new ReadOnlyFileSystem(new VisibleFiles()), dispose: async () => {} };
  });

  it('never changes the files below: what is written to them is forgotten when they are closed', async () => {
    const below = new VisibleFiles();
    below.setBytes('wal/1-1', Uint8Array.of(1, 2, 3));
    const files = new ReadOnlyFileSystem(below);
    const handle = await files.open('wal/1-1');
    handle.write(Uint8Array.of(9), 1);
    handle.truncate(2);
    handle.flush();
    const read = new Uint8Array(3);
    expect([handle.size(), handle.read(read, 0), [...read]]).toEqual([2, 2, [1, 9, 0]]);
    handle.close();
    await files.remove('wal/1-1');
    (await files.create('wal/1-2')).close();
    expect(await files.list('wal')).toEqual(['1-1', '1-2']);
    expect(below.paths()).toEqual(['wal/1-1']);
    expect(below.bytesOf('wal/1-1')).toEqual(Uint8Array.of(1, 2, 3));
  });
});
