import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inRoot } from './build/package/places.js';
import { sourceFiles } from './testing/source-files.js';

const RULE = /(?<![\w-])([NORWCSFHA])-(\d+)(?![\w-])/g;

const anchors = [...readFileSync(inRoot('lib/RULES.md'), 'utf8').matchAll(/<a id="([a-z]-\d+)"><\/a>/g)].map(
  ([, id]) => id as string,
);

describe('rules', () => {
  it('have one anchor each', () => {
    expect(anchors.length).toBeGreaterThan(300);
    expect(new Set(anchors).size).toBe(anchors.length);
  });

  it('are named in docstrings, test titles and documents only by numbers that exist', () => {
    const known = new Set(anchors);
    const files = [
      ...['lib', 'worker', 'demo', 'e2e'].flatMap((folder) =>
        sourceFiles(folder, ['.ts', '.tsx', '.mjs', '.md', '.txt']),
      ),
      ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].map((path) => ({
        path,
        text: readFileSync(inRoot(path), 'utf8'),
      })),
    ];
    const unknown = files.flatMap(({ path, text }) =>
      [...text.matchAll(RULE)]
        .filter(([, letter, number]) => !known.has(`${letter?.toLowerCase()}-${number}`))
        .map(([rule]) => `${path} names ${rule}`),
    );
    expect(unknown).toEqual([]);
  });
});
