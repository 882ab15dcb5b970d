import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileSystemSuite } from '../../testing/conformance/file-system-suite.js';
import { NodeFileSystem } from './node-file-system.js';

function temporary(): { readonly root: string; dispose(): Promise<void> } {
  const root = mkdtempSync(join(tmpdir(), 'bigtab-'));
  return { root, dispose: async () => rmSync(root, { recursive: true, force: true }) };
}

describe('NodeFileSystem', () => {
  fileSystemSuite({ test: (name, body) => it(name, body) }, async () => {
    const { root, dispose } = temporary();
    return { files: new NodeFileSystem(join(root, 'bigtab/test')), dispose };
  });

  it('finds the files of another object on the same root', async () => {
    const { root, dispose } = temporary();
    const handle = await new NodeFileSystem(root).create('data/1/1-1');
    handle.write(Uint8Array.of(1), 0);
    handle.close();
    expect(await new NodeFileSystem(root).list('data/1')).toEqual(['1-1']);
    await dispose();
  });

  it('opens a path at most once and removes no open file', async () => {
    const { root, dispose } = temporary();
    const files = new NodeFileSystem(root);
    const handle = await files.create('data/1/1-1');
    await expect(files.open('data/1/1-1')).rejects.toMatchObject({ code: 'DATABASE_BUSY' });
    await expect(files.remove('data/1/1-1')).rejects.toMatchObject({ code: 'DATABASE_BUSY' });
    await expect(files.removeDirectory('data')).rejects.toMatchObject({ code: 'DATABASE_BUSY' });
    handle.close();
    await dispose();
  });
});
