import { describe, expect, it } from 'vitest';
import { VisibleFiles } from './visible-files.js';

describe('VisibleFiles', () => {
  it('lets a test read and replace the bytes of a file, also of an open one', async () => {
    const files = new VisibleFiles();
    const handle = await files.create('a');
    handle.write(Uint8Array.of(1, 2, 3), 0);
    expect(files.bytesOf('a')).toEqual(Uint8Array.of(1, 2, 3));
    files.setBytes('a', Uint8Array.of(4));
    expect(handle.size()).toBe(1);
    files.setBytes('b', Uint8Array.of(5));
    expect(files.paths()).toEqual(['a', 'b']);
  });
});
