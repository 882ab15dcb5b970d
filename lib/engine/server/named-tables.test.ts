import { describe, expect, it } from 'vitest';
import { ByteReader } from '../../bytes/byte-reader.js';
import { Delete } from '../../model/delete.js';
import { Get } from '../../model/get.js';
import { readRowCondition } from '../../model/row-condition.js';
import { Scan } from '../../model/scan.js';
import { ActionRequestWriter } from '../../service/action-codec.js';
import { type AtomicParts, ConditionWriter, encodeAtomicBatch } from '../../service/atomic-batch-codec.js';
import { Operation } from '../../service/client-service.js';
import { beginGets, writeGet } from '../../service/get-codec.js';
import { encodeOpenScanner } from '../../service/scan-codec.js';
import { namedTables } from './named-tables.js';

function named(operation: Operation, bytes: Uint8Array): string[] {
  const payload = new ByteReader(bytes, 0, bytes.length, 'a test');
  const tables = namedTables({ operation, number: 0, repeated: false, payload });
  expect(payload.offset).toBe(0);
  return tables;
}

function get(table: string): Uint8Array {
  const gets = beginGets(table, false);
  writeGet(gets, new Get('a'));
  return gets.finish();
}

function batch(): AtomicParts {
  const checks = new ConditionWriter('checked');
  checks.add(readRowCondition({ row: 'a', exists: true }));
  const mutations = new ActionRequestWriter('written');
  mutations.add(new Delete('a'));
  const found = { rows: 0, digest: new Uint8Array(16) };
  const reads = [
    { kind: 'get', request: get('read'), ...found },
    { kind: 'scan', request: encodeOpenScanner('scanned', new Scan()), ...found },
  ] as const;
  return { checks: [checks.finish()], reads, mutations: [mutations.finish()] };
}

describe('The tables that a call names', () => {
  it('are those of its conditions, reads and mutations', () => {
    expect(named(Operation.Get, get('t'))).toEqual(['t']);
    expect(named(Operation.OpenScanner, encodeOpenScanner('t', new Scan()))).toEqual(['t']);
    const tables = ['checked', 'read', 'scanned', 'written'];
    expect(named(Operation.AtomicBatch, encodeAtomicBatch(batch()))).toEqual(tables);
  });

  it('are none if the call cannot be read', () => {
    const bytes = encodeAtomicBatch(batch());
    for (let length = 0; length < bytes.length; length++)
      expect(named(Operation.AtomicBatch, bytes.slice(0, length))).toEqual([]);
  });
});
