import type { RepairReport } from 'bigtab';
import { openMemory } from 'bigtab/memory';
import { expect, it } from 'vitest';
import { repair } from './repair.js';

it('A repair of a sound database reports its progress, and that nothing had to be repaired', async () => {
  const connection = await openMemory();
  const told: string[] = [];
  const { sentence, problems } = await repair(connection, false, new AbortController().signal, (words) =>
    told.push(words),
  );
  expect([sentence, problems, told.at(-1)]).toEqual(['Nothing had to be repaired.', [], 'Checking: 100 %']);
  await connection.close();
});

it('A repair of a damaged database says what was set aside, and returns a sentence about each loss', async () => {
  const connection = await openMemory();
  const lost: RepairReport['lost'] = [
    { path: 'data/1-1', table: 't', family: 'f', rows: { first: 'a', last: 'b' } },
    { path: 'data/1-2', table: 't', family: 'f', rows: { first: 'c', last: null } },
    { path: 'data/1-2', table: 't', family: 'f', rows: { first: 'd', last: 'd' } },
    { path: 'wal/1-1', table: 't', sequenceIds: { first: 7, last: 7 } },
    { path: 'wal/1-2', table: null, sequenceIds: { first: 9, last: null } },
  ];
  connection.repair = async ({ release, onProgress } = {}) => {
    onProgress?.({ done: 1, total: 2, unit: 'cells' });
    return { repaired: ['data/1-1'], quarantined: release ? [] : ['data/1-1', 'wal/1-1'], lost };
  };
  const told: string[] = [];
  const { signal } = new AbortController();
  const { sentence, problems } = await repair(connection, false, signal, (words) => told.push(words));
  expect(told).toEqual(['Repairing: 50 %']);
  expect(sentence).toBe('Repaired 1 file; 2 files are set aside.');
  expect(problems).toEqual([
    'data/1-1: cells of rows from ‘a’ to ‘b’ in family ‘f’ of table ‘t’. Older values and deleted cells may be back.',
    'data/1-2: cells of rows from ‘c’ on in family ‘f’ of table ‘t’. Older values and deleted cells may be back.',
    'data/1-2: cells of row ‘d’ in family ‘f’ of table ‘t’. Older values and deleted cells may be back.',
    'wal/1-1: changes of table ‘t’, number 7.',
    'wal/1-2: changes of any table, from number 9 on.',
  ]);
  expect((await repair(connection, true, signal, () => {})).sentence).toBe(
    'Repaired 1 file; the files that were set aside are removed in a minute.',
  );
  await connection.close();
});
