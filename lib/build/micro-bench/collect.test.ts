import { expect, it } from 'vitest';
import { bench, collect, describe } from './collect.js';

it('names benchmarks by file, group and title, and waits for asynchronous groups', async () => {
  const ran: string[] = [];
  const found = await collect('scan/heap', async () => {
    describe('one source', async () => {
      await Promise.resolve();
      bench('walk', () => ran.push('walk'));
    });
    describe('two sources', () => {
      bench('walk', () => ran.push('walk of both'));
      bench('seek', () => ran.push('seek'));
    });
  });
  expect(found.map(({ name }) => name)).toEqual([
    'scan/heap: one source: walk',
    'scan/heap: two sources: walk',
    'scan/heap: two sources: seek',
  ]);
  expect(ran).toEqual([]);
  for (const { run } of found) run();
  expect(ran).toEqual(['walk', 'walk of both', 'seek']);
});

it('forgets the benchmarks of one file before the next', async () => {
  await collect('a', async () => describe('group', () => bench('title', () => undefined)));
  expect(await collect('b', async () => undefined)).toEqual([]);
});
