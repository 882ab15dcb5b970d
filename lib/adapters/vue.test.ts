import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSSRApp, effectScope, h, nextTick, reactive, ref, shallowRef } from 'vue';
import { renderToString } from 'vue/server-renderer';
import type { Connection } from '../client/connection.js';
import type { Table } from '../client/table.js';
import { openMemory } from '../memory.js';
import { useRow, useRows, useStatus } from './vue.js';

let connection: Connection;
let table: Table;

beforeEach(async () => {
  connection = await openMemory();
  await connection.ensureTable({ name: 'notes', families: ['e'] });
  table = connection.getTable('notes');
  await table.put(['a1', 'a2', 'b1'].map((row) => ({ row, cells: { e: { text: row } } })));
});

afterEach(() => connection.close());

const watches = async () => (await connection.status()).watches.length;
const keys = (state: ReturnType<typeof useRows>) => state.value.rows.map(({ key }) => key);

describe('useRows of Vue', () => {
  it('follows the table while its scope lives', async () => {
    const scope = effectScope();
    const notes = scope.run(() => useRows(table, { prefix: 'a' })) as ReturnType<typeof useRows>;
    expect(notes.value.status).toBe('loading');
    await expect.poll(() => keys(notes)).toEqual(['a1', 'a2']);
    await table.delete({ row: 'a1' });
    await expect.poll(() => keys(notes)).toEqual(['a2']);
    scope.stop();
    expect(await watches()).toBe(0);
  });

  it('waits for a table, and opens another watch for a scan with another content only', async () => {
    const scope = effectScope();
    const found = shallowRef<Table | null>(null);
    const prefix = ref('a');
    const unrelated = ref(0);
    let opened = 0;
    const counted = new Proxy(table, {
      get: (target, name) => {
        if (name === 'watch') opened++;
        return Reflect.get(target, name, target);
      },
    });
    const scan = () => ({ prefix: prefix.value, ...(unrelated.value < 0 && { limit: 1 }) });
    const notes = scope.run(() => useRows(found, scan)) as ReturnType<typeof useRows>;
    expect([notes.value.status, opened]).toEqual(['loading', 0]);
    found.value = counted;
    await expect.poll(() => keys(notes)).toEqual(['a1', 'a2']);
    unrelated.value = 1;
    await nextTick();
    expect([keys(notes), opened]).toEqual([['a1', 'a2'], 1]);
    prefix.value = 'b';
    await expect.poll(() => keys(notes)).toEqual(['b1']);
    expect([opened, await watches()]).toEqual([2, 1]);
    scope.stop();
  });

  it('waits for a read: the id of a user that is not known yet', async () => {
    const scope = effectScope();
    const user = ref<string | null>(null);
    const [notes, one] = scope.run(() => [
      useRows(table, () => (user.value === null ? null : { prefix: user.value })),
      useRow(table, user),
    ]) as [ReturnType<typeof useRows>, ReturnType<typeof useRows>];
    expect([notes.value.status, one.value.status, await watches()]).toEqual(['loading', 'loading', 0]);
    user.value = 'a1';
    await expect.poll(() => [keys(notes), keys(one)]).toEqual([['a1'], ['a1']]);
    user.value = null;
    await expect.poll(() => [notes.value.status, one.value.status]).toEqual(['loading', 'loading']);
    expect(await watches()).toBe(0);
    scope.stop();
  });

  it('notices a property of a reactive scan', async () => {
    const scope = effectScope();
    const scan = reactive({ prefix: 'a' });
    const notes = scope.run(() => useRows(table, scan)) as ReturnType<typeof useRows>;
    await expect.poll(() => keys(notes)).toEqual(['a1', 'a2']);
    scan.prefix = 'b';
    await expect.poll(() => keys(notes)).toEqual(['b1']);
    scope.stop();
  });

  it('opens nothing on a server', async () => {
    const app = createSSRApp({
      setup() {
        const notes = useRows(table, {});
        const one = useRow(table, 'a1');
        const status = useStatus(connection);
        return () => h('p', `${notes.value.status} ${one.value.rows.length} ${status.value}`);
      },
    });
    expect(await renderToString(app)).toBe('<p>loading 0 null</p>');
    expect(await watches()).toBe(0);
  });
});

describe('useRow and useStatus of Vue', () => {
  it('follow one row and the status', async () => {
    const scope = effectScope();
    const [one, status] = scope.run(() => [useRow(table, 'c1'), useStatus(connection)] as const) as [
      ReturnType<typeof useRow>,
      ReturnType<typeof useStatus>,
    ];
    await expect.poll(() => [one.value.status, status.value?.tables]).toEqual(['live', 1]);
    expect(one.value.rows).toEqual([]);
    await table.put({ row: 'c1', cells: { e: { text: 'new' } } });
    await expect.poll(() => one.value.rows[0]?.getText('e', 'text')).toBe('new');
    scope.stop();
  });
});
