import { type Plugin, rolldown } from 'rolldown';
import { inRoot } from './places.js';

/** The part of `bigtab/playwright` that runs in a page: one script, which assigns its exports to `bigtabKit`. */
export async function bundlePageKit(plugins: readonly Plugin[]): Promise<string> {
  const bundle = await rolldown({
    cwd: inRoot('.'),
    input: inRoot('lib/kits/playwright/page-kit.ts'),
    platform: 'browser',
    plugins: [...plugins],
    // Only `connect` without a worker's text uses the address of its module.
    transform: { define: { 'import.meta.url': '""' } },
  });
  const { output } = await bundle.generate({ format: 'iife', name: 'bigtabKit', codeSplitting: false, minify: true });
  await bundle.close();
  return output[0].code;
}
