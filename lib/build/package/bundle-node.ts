import { rolldown } from 'rolldown';
import { inRoot } from './places.js';

/** Package entries for Node, and the source of each. They share no file with a page, so pages are the same without them. */
export const NODE_ENTRIES: Readonly<Record<string, string>> = {
  'hbase-proxy': 'lib/hbase/proxy/hbase-proxy.ts',
};

/** The commands that the package installs, and the source of each. */
const COMMANDS: Readonly<Record<string, string>> = {
  bigtab: 'lib/hbase/proxy/bigtab.ts',
};

/** Writes the entries for Node and the commands into `folder`, each in one file. */
export async function bundleNode(folder: string): Promise<void> {
  for (const [name, source] of Object.entries({ ...NODE_ENTRIES, ...COMMANDS })) {
    const bundle = await rolldown({
      cwd: inRoot('.'),
      input: { [name]: inRoot(source) },
      platform: 'node',
      external: /^node:/,
    });
    await bundle.write({
      dir: folder,
      format: 'esm',
      codeSplitting: false,
      minify: false,
      sourcemap: true,
      banner: name in COMMANDS ? '#!/usr/bin/env node' : '',
    });
    await bundle.close();
  }
}
