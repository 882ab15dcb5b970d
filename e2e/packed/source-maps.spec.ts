import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { expect, test } from 'playwright/test';
import { inRoot } from '../../lib/build/package/places.js';
import { packaged, packagedFiles, UNPACKED } from './package-files.js';

/** Modules with the text of a script. */
const isText = (path: string) => /^dist\/(inline-worker|playwright-page)-/.test(path);
const MODULES = () => packagedFiles().filter((path) => /^dist\/[^/]*\.js$/.test(path) && !isText(path));

/** A plain string that is passed to a function and is long enough to be found in the sources. */
const MESSAGE = /\(["'`]([A-Za-z][\w ,.;:-]{24,})["'`][,)]/g;
const NEAR_LINES = 40;

test.describe('the source maps of the package', () => {
  test('exist for every module but those that contain the text of a script', () => {
    for (const path of MODULES()) {
      expect(packaged(path)).toMatch(new RegExp(`\\n//# sourceMappingURL=${path.slice('dist/'.length)}\\.map\\n?$`));
      expect(packagedFiles()).toContain(`${path}.map`);
    }
    const texts = packagedFiles().filter(isText);
    expect(texts).toHaveLength(2);
    for (const path of texts) expect(packaged(path)).not.toContain('sourceMappingURL');
  });

  test('contain the sources, which are not files of the package', () => {
    for (const path of MODULES()) {
      const { sources, sourcesContent } = JSON.parse(packaged(`${path}.map`)) as SourceMapPayload;
      expect(sources.length).toBeGreaterThan(0);
      for (const [at, source] of sources.entries()) {
        const original = inRoot(source.replace(/^\.\.\//, ''));
        expect(existsSync(original), source).toBe(true);
        if (!source.includes('node_modules')) expect(sourcesContent[at]).toBe(readFileSync(original, 'utf8'));
      }
    }
  });

  test('map each error message to its place in the sources', () => {
    let checked = 0;
    for (const path of MODULES()) {
      const { sources, sourcesContent, ...rest } = JSON.parse(packaged(`${path}.map`)) as SourceMapPayload;
      const map = new SourceMap({ sources, sourcesContent, ...rest });
      for (const [line, code] of packaged(path).split('\n').entries()) {
        for (const { index, 1: text = '' } of code.matchAll(MESSAGE)) {
          // A minifier inserts constants into a string, so no source contains the result.
          if (!sourcesContent.some((content) => content?.includes(text))) continue;
          const entry = map.findEntry(line, index);
          if (!('originalSource' in entry)) throw new Error(`${path}:${line + 1}:${index} is not in the map`);
          const original = sourcesContent[sources.indexOf(entry.originalSource)]?.split('\n') ?? [];
          // A minified statement may be mapped to its beginning.
          const near = original.slice(entry.originalLine, entry.originalLine + NEAR_LINES).join('\n');
          expect(near, `${path}:${line + 1}:${index}`).toContain(text);
          checked++;
        }
      }
    }
    expect(checked).toBeGreaterThan(50);
  });

  test('map a stack trace to the sources', () => {
    const program = `const { openMemory } = await import('${UNPACKED}/dist/memory.js');
await openMemory({ name: 7 }).catch((error) => console.log(error.stack));`;
    const words = ['--enable-source-maps', '--input-type=module', '-e', program];
    const stack = execFileSync(process.execPath, words, { encoding: 'utf8' });
    expect(stack).toMatch(/lib\/model\/schema\/database-name\.ts:\d+/);
  });

  test('have a limited size', () => {
    const bytes = packagedFiles()
      .filter((path) => path.endsWith('.map'))
      .map((path) => statSync(`${UNPACKED}/${path}`).size)
      .reduce((sum, size) => sum + size, 0);
    console.log(`source maps: ${(bytes / 1e6).toFixed(1)} MB, unpacked`);
    expect(bytes).toBeLessThan(9.3e6);
  });
});
