import { describe, expectTypeOf, it } from 'vitest';
import type { BigtabError } from '../../errors.js';
import { int64, text } from '../../model/codec.js';
import { Get, type GetLike } from '../../model/get.js';
import { Scan, type ScanLike } from '../../model/scan.js';
import type { Result } from '../answers/result.js';
import type { Connection } from '../connection.js';
import { defineTable } from '../define-table.js';
import type { FoundRow } from '../typed-row.js';
import { changesBetween, type RowChange } from './changes-between.js';
import type { LiveRows } from './live-rows.js';
import type { LiveState } from './live-state.js';

declare const connection: Connection;
const open = async () => connection.ensureTable({ name: 'webtable', families: ['contents', 'anchor'] });
declare const table: Awaited<ReturnType<typeof open>>;
const notes = defineTable({ name: 'notes', families: { note: { columns: { title: text, hits: int64 } } } });

describe('Table.watch', () => {
  it('accepts every form of a read, and checks the families', () => {
    expectTypeOf(table.watch({})).toEqualTypeOf<LiveRows<Result>>();
    table.watch('row');
    table.watch(new Uint8Array());
    table.watch(new Get('row'));
    table.watch(new Scan());
    table.watch({ row: 'row', columns: ['contents:html'] });
    table.watch({ prefix: 'com.', columns: ['anchor'], limit: 5 }, { signal: new AbortController().signal });
    table.watch({ start: null, stop: 'b' });
    // @ts-expect-error undefined is not the same as left out
    table.watch({ prefix: undefined });
    // @ts-expect-error prefix has no null; leave it out
    table.watch({ prefix: null });
    const get: GetLike = { row: 'row', columns: ['any'] };
    const scan: ScanLike = { columns: ['any'] };
    table.watch(get);
    table.watch(scan);
    // @ts-expect-error no such family
    table.watch({ columns: ['people'] });
    // @ts-expect-error no such family
    table.watch({ row: 'row', columns: ['people'] });
    // @ts-expect-error a watch has no progress
    table.watch({}, { onProgress: () => {} });
    // @ts-expect-error a list of gets is not one read
    table.watch(['a', 'b']);
  });

  it('returns states of Results', async () => {
    const live = table.watch({});
    expectTypeOf(live.getSnapshot()).toEqualTypeOf<LiveState<Result>>();
    expectTypeOf(live.getSnapshot().status).toEqualTypeOf<'loading' | 'live' | 'failed'>();
    expectTypeOf(live.getSnapshot().error).toEqualTypeOf<BigtabError | null>();
    expectTypeOf(await live.ready()).toEqualTypeOf<readonly Result[]>();
    expectTypeOf(live.subscribe(() => {})).toEqualTypeOf<() => void>();
    for await (const state of live) expectTypeOf(state).toEqualTypeOf<LiveState<Result>>();
    // @ts-expect-error a state never changes
    live.getSnapshot().rows.push();
  });
});

describe('TypedTable.watch', () => {
  it('returns states of typed rows, and checks the families', async () => {
    const typed = connection.getTable(notes);
    const live = typed.watch({ prefix: 'a' });
    expectTypeOf(live).toEqualTypeOf<LiveRows<FoundRow<(typeof notes)['families']>>>();
    typed.watch({ start: null, stop: null });
    // @ts-expect-error prefix has no null; leave it out
    typed.watch({ prefix: null });
    const [row] = await live.ready();
    expectTypeOf(row?.note.hits).toEqualTypeOf<bigint | null | undefined>();
    expectTypeOf(row?.result).toEqualTypeOf<Result | undefined>();
    // @ts-expect-error no such family
    typed.watch({ columns: ['people'] });
  });
});

describe('changesBetween', () => {
  it('has the type of the rows', async () => {
    const rows = await table.watch({}).ready();
    expectTypeOf(changesBetween(rows, rows)).toEqualTypeOf<RowChange<Result>[]>();
    const typed = await connection.getTable(notes).watch({}).ready();
    const [change] = changesBetween([], typed);
    expectTypeOf(change?.row.note.title).toEqualTypeOf<string | null | undefined>();
    expectTypeOf<RowChange<Result>['kind']>().toEqualTypeOf<'added' | 'changed' | 'removed'>();
  });
});
