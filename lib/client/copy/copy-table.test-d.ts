import { describe, expectTypeOf, it } from 'vitest';
import { text } from '../../model/codec.js';
import type { Connection } from '../connection.js';
import { defineTable } from '../define-table.js';
import type { CopiedTable } from './copy-options.js';
import { copyTable } from './copy-table.js';

declare const connection: Connection;

async function open() {
  const typed = await connection.ensureTable(defineTable({ name: 't', families: { f: { columns: { q: text } } } }));
  const known = await connection.ensureTable({ name: 'u', families: ['f', 'g'] });
  return { typed, known, any: connection.getTable('v') };
}
declare const tables: Awaited<ReturnType<typeof open>>;

describe('copyTable', () => {
  it('accepts tables whatever the compiler knows about their families', () => {
    const { typed, known, any } = tables;
    expectTypeOf(copyTable(known, any)).toEqualTypeOf<Promise<CopiedTable>>();
    void copyTable(any, typed.table, { since: new Date(), after: 'x', signal: new AbortController().signal });
    void copyTable(any, known, { onProgress: ({ done, position }) => `${done} ${position.length}` });
    void copyTable(any, known, { after: undefined, onProgress: undefined });
    // @ts-expect-error a typed table: pass its property table
    void copyTable(typed, any);
    // @ts-expect-error no such option
    void copyTable(known, any, { until: 5 });
  });

  it('does not compare the families of the two', () => {
    void copyTable(tables.known, tables.typed.table);
  });

  it('can create the target from a descriptor', async () => {
    void copyTable(tables.known, await connection.ensureTable(await tables.known.getDescriptor()));
  });
});
