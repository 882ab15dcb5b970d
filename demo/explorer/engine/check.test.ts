import type { VerifyReport } from 'bigtab';
import { openMemory } from 'bigtab/memory';
import { expect, it } from 'vitest';
import { check } from './check.js';

it('A check of a sound database reports its progress, and no problems', async () => {
  const connection = await openMemory();
  const table = await connection.ensureTable({ name: 't', families: ['f'] });
  await table.put({ row: 'r', cells: { f: { q: 'v' } } });
  await connection.getAdmin().flush('t');
  const told: string[] = [];
  const { sentence, problems } = await check(connection, new AbortController().signal, (words) => told.push(words));
  expect(sentence).toMatch(/^Checked \d+ files in .*: no problems\.$/);
  expect(problems).toEqual([]);
  expect(told.at(-1)).toBe('Checking: 100 %');
  await connection.close();
});

it('A check of a damaged database returns a sentence about each problem', async () => {
  const connection = await openMemory();
  const files: VerifyReport['files'] = [
    { path: 'data/1-1', kind: 'store file', problems: ['The block is damaged.'] },
    { path: 'manifest-1-1', kind: 'manifest', problems: ['It is damaged.'] },
    { path: 'wal/1-1', kind: 'log', problems: ['It is damaged: wal/1-1.'] },
    { path: 'wal/1-2', kind: 'log', problems: [] },
  ];
  connection.verify = async () => ({ ok: false, files });
  const { sentence, problems } = await check(connection, new AbortController().signal, () => {});
  expect(sentence).toMatch(/^Checked 4 files in .*: problems in 3 files\.$/);
  expect(problems).toEqual([
    'data/1-1: The block is damaged.',
    'manifest-1-1: It is damaged.',
    'It is damaged: wal/1-1.',
  ]);
  await connection.close();
});

it('A check names files that a power cut left unfinished, which are not a problem', async () => {
  const connection = await openMemory();
  connection.verify = async () => ({ ok: true, files: [{ path: 'data/1-1', kind: 'leftover', problems: [] }] });
  const { sentence, problems } = await check(connection, new AbortController().signal, () => {});
  expect(sentence).toMatch(
    /^Checked 1 file in .*: no problems\. Nothing needs 1 file that a power cut left unfinished\.$/,
  );
  expect(problems).toEqual([]);
  await connection.close();
});
