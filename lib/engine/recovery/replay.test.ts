import { expect, it } from 'vitest';
import type { TableRecord } from '../../storage/catalog/catalog.js';
import { OperationLog } from '../../storage/wal/operation-log.js';
import type { Region } from '../region/region.js';
import { Replay } from './replay.js';

it('A new owner of the log needs edits unless they are in store files in each state of a table that exists', () => {
  const table: TableRecord = {
    id: 1,
    name: 't',
    state: 'ENABLED',
    descriptor: {},
    schemaGeneration: 1,
    nextFamilyId: 2,
    families: [],
    flushedSequenceId: 9,
    rollbackPoints: [{ since: 0, flushedSequenceId: 5, added: [1] }],
  };
  const floor = { lastSequenceId: 9, largestTimeSeen: 0 };
  const records = [table, { ...table, id: 2, rollbackPoints: [] }];
  const targets = records.map((record) => ({ record, region: {} as Region, upTo: Number.POSITIVE_INFINITY }));
  const replay = new Replay(targets, new OperationLog(), floor);
  const needed = (id: number) => [5, 6, 9, 10].filter((sequenceId) => replay.needs(id, sequenceId));
  expect([needed(1), needed(2), needed(3)]).toEqual([[6, 9, 10], [10], []]);
});
