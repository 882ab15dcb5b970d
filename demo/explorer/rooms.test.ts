import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { describe, expect, it } from 'vitest';
import { inRoot } from '../../lib/build/package/places.js';
import { isTest, sourceFiles } from '../../lib/testing/source-files.js';

const EXPLORER = 'demo/explorer';
const LINES =
  /```\n([\s\S]*?)\n```/.exec(readFileSync(inRoot(`${EXPLORER}/README.md`), 'utf8'))?.[1]?.split('\n') ?? [];

/** The line of each room in the README's list, counted from the top. */
const ROOMS: ReadonlyMap<string, number> = new Map(
  LINES.flatMap((line, at) => {
    const rooms = line.replace(/ {2,}.*/, '').split(' ');
    return rooms.map((room) => [join(EXPLORER, room), at] as const);
  }),
);

const files = sourceFiles(EXPLORER, ['.ts', '.tsx']).filter(({ path }) => !isTest(path));

describe('the rooms of the explorer', () => {
  it('are all in the list', () => {
    const folders = new Set(files.map(({ path }) => dirname(path)));
    folders.delete(EXPLORER);
    expect([...ROOMS.keys()].sort()).toEqual([...folders].sort());
  });

  it('import only rooms below them', () => {
    const wrong = files.flatMap(({ path, text }) =>
      [...text.matchAll(/(?:from|import) '(\.[^']+)'/g)]
        .map(([, specifier = '']) => dirname(join(dirname(path), specifier)))
        .filter((room) => ROOMS.has(dirname(path)) && room !== dirname(path) && room.startsWith(EXPLORER))
        .filter((room) => (ROOMS.get(room) ?? -1) <= (ROOMS.get(dirname(path)) as number))
        .map((room) => `${path} imports ${room}`),
    );
    expect(wrong).toEqual([]);
  });
});
