import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inRoot } from './build/package/places.js';
import { CHAPTERS, readRules } from './build/rules/rule-chapters.js';
import { sourceFiles } from './testing/source-files.js';

const RULE = /(?<![\w-])[NORWCSFHA]-\d+(?![\w-])/g;

/** The docstring of an export, or of a member that is neither private nor protected. */
const PUBLIC_DOCSTRING = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n(?=export | +(?!private |protected |static private |#)\S)/g;

const rules = readRules();

describe('rules', () => {
  it('have one paragraph each, which begins with the number of its anchor', () => {
    expect(rules.length).toBeGreaterThan(300);
    expect(new Set(rules.map(({ number }) => number)).size).toBe(rules.length);
    expect(rules.filter(({ number, text }) => !new RegExp(`^\\*\\*${number}\\b`).test(text))).toEqual([]);
  });

  it('are all in chapters from the list of chapters', () => {
    const written = readdirSync(inRoot('lib/rules')).map((name) => `lib/rules/${name}`);
    expect([...CHAPTERS, 'lib/rules/README.md'].sort()).toEqual(written.sort());
    const anchors = CHAPTERS.flatMap((path) => readFileSync(inRoot(path), 'utf8').match(/<a id=/g) ?? []);
    expect(anchors.length).toBe(rules.length);
  });

  it('are named in docstrings, test titles and documents only by existing numbers', () => {
    const known = new Set(rules.map(({ number }) => number));
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
      [...text.matchAll(RULE)].filter(([rule]) => !known.has(rule)).map(([rule]) => `${path} names ${rule}`),
    );
    expect(unknown).toEqual([]);
  });

  it('are named in docstrings of the public classes only after @see, so that sentences need no numbers', () => {
    const entries = ['lib/index.ts', 'lib/shell.ts'].map((path) => readFileSync(inRoot(path), 'utf8'));
    const modules = entries.flatMap((text) =>
      [...text.matchAll(/from '\.\/(.+)\.js'/g)].map(([, path]) => `lib/${path}.ts`),
    );
    expect(modules.length).toBeGreaterThan(80);
    const found = modules.flatMap((path) =>
      [...readFileSync(inRoot(path), 'utf8').matchAll(PUBLIC_DOCSTRING)].flatMap(([docstring]) =>
        (docstring.replace(/@see .*/g, '').match(RULE) ?? []).map((rule) => `${path}: ${rule}`),
      ),
    );
    expect(found).toEqual([]);
  });
});
