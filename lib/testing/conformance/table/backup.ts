import type { Connection } from '../../../client/connection.js';
import { assert, assertEqual, assertRejects } from '../assert.js';
import type { TableTests } from './table-tests.js';

/** The tests share a database, so each exports its own tables, and imports them after it has removed them. */
export function backupTests(tests: TableTests): void {
  tests.data(
    'is exported, removed and imported with every version and delete',
    async ({ connection, table, name, settle }) => {
      await table.put({
        row: 'a',
        cells: { f: { q: 'one "quoted" \\ word' }, g: { q: new Uint8Array([0, 255]) } },
        timestamp: 5,
      });
      await table.put({ row: 'a', cells: { f: { q: 'two' } }, timestamp: 6 });
      await table.delete({ row: 'b', timestamp: 7 });
      await settle();
      const text = await exported(connection, name);
      const before = await table.getScanner({ raw: true, versions: 'all' }).toArray();
      await removed(connection, name);
      await connection.importStream(streamOf(text), { mode: 'create' });
      const after = await table.getScanner({ raw: true, versions: 'all' }).toArray();
      assertEqual(after.map(String), before.map(String), 'cells');
      assertEqual(withoutToken(await exported(connection, name)), withoutToken(text), 'the second export');
      const exists = await assertRejects(
        connection.importStream(streamOf(text), { mode: 'create' }),
        'exists',
        'TABLE_EXISTS',
      );
      assert(exists.message.includes('line 1'), exists.message);
      await connection.importStream(streamOf(text), { mode: 'merge' });
      assertEqual((await table.get('a')).getText('f', 'q'), 'two', 'merged');
    },
  );

  tests.table('has increments', async ({ connection, table, name }) => {
    await table.put({ row: 'a', cells: { f: { q: '1' } } });
    const first = await exported(connection, name);
    await table.put({ row: 'b', cells: { f: { q: '2' } } });
    const { token } = JSON.parse(first.trimEnd().split('\n').at(-1) as string) as { readonly token: string };
    const more = await exported(connection, name, token);
    assert(!more.includes('"row":"a"') && more.includes('"row":"b"'), more);
    await removed(connection, name);
    await connection.importStream(streamOf(first), { mode: 'create' });
    await connection.importStream(streamOf(more), { mode: 'merge' });
    assertEqual(
      (await table.getScanner({}).toArray()).map(({ key }) => key),
      ['a', 'b'],
      'rows',
    );
    await assertRejects(exported(connection, name, token), 'another table', 'SNAPSHOT_EXPIRED');
  });

  tests.table('that was changed is refused, and leaves nothing', async ({ connection, table, name }) => {
    await table.put({ row: 'a', cells: { f: { q: '1' } } });
    const text = await exported(connection, name);
    await removed(connection, name);
    const changed = text.replace('"value":"1"', '"value":"2"');
    const error = await assertRejects(
      connection.importStream(streamOf(changed), { mode: 'create' }),
      'changed',
      'CORRUPTION',
    );
    assert(error.message.includes('line 4'), error.message);
    assertEqual(await connection.getAdmin().tableExists(name), false, 'exists');
    await connection.importStream(streamOf(text), { mode: 'create' });
  });
}

async function exported(connection: Connection, table: string, since?: string): Promise<string> {
  const reader = connection.exportStream({ tables: [table], since }).getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    text += decoder.decode(chunk.value as Uint8Array);
  }
  return text;
}

async function removed(connection: Connection, table: string): Promise<void> {
  await connection.getAdmin().disableTable(table);
  await connection.getAdmin().deleteTable(table);
}

function streamOf(text: string): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      controller.close();
    },
  });
}

function withoutToken(text: string): string {
  return text.slice(0, text.lastIndexOf('"token"'));
}
