import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { describe, expect, it } from 'vitest';
import { inRoot } from '../lib/build/package/places.js';

const TOKENS = 'demo/tokens.css';
const sheets = readdirSync(inRoot('demo'), { recursive: true, encoding: 'utf8' })
  .map((path) => join('demo', path))
  .filter((path) => path.endsWith('.css') && !path.includes('node_modules'));

function read(path: string): string {
  return readFileSync(inRoot(path), 'utf8');
}

describe('the colours of explorer and guide', () => {
  const others = sheets.filter((path) => path !== TOKENS);

  it('are defined in one file', () => {
    expect(others.length).toBeGreaterThan(5);
    for (const path of others) expect(read(path).match(/#[\da-f]{3,8}\b|\b(rgb|hsl|oklch)a?\(/gi), path).toBeNull();
  });

  it('exist for every name that a style sheet uses', () => {
    const known = new Set(
      read(TOKENS)
        .match(/^ +--[\w-]+(?=:)/gm)
        ?.map((name) => name.trim()),
    );
    // The position of an element on the timeline, which its script sets.
    known.add('--at');
    for (const path of others) {
      const used = read(path).match(/(?<=var\()--[\w-]+/g) ?? [];
      expect(
        used.filter((name) => !known.has(name)),
        path,
      ).toEqual([]);
    }
  });
});
