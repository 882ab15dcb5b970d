import { describe, expect, it } from 'vitest';
import { Delete } from '../../model/delete.js';
import { Put } from '../../model/put.js';
import type { EngineEvent } from '../../service/engine-event.js';
import { memoryMedium, openEngine } from '../../testing/samples/engine.js';
import { mutate, PacketClient } from '../../testing/samples/packet-client.js';
import { WatchClient } from '../../testing/samples/watch-client.js';
import type { DatabaseOptions } from '../server/database.js';

async function serve(options: Partial<DatabaseOptions> = {}) {
  const medium = memoryMedium();
  const { database, connection } = await openEngine(medium, options);
  await connection.ensureTable({ name: 't', families: ['f', 'g'] });
  const woken: string[] = [];
  database.subscribe((event: EngineEvent) => {
    if (event.type === 'watch') woken.push(event.connection);
  }, 'wakes');
  return {
    clock: medium.clock,
    database,
    connection,
    woken,
    page: new WatchClient(database.service, 'page'),
    other: new PacketClient(database.service, 'other'),
  };
}

const put = (row: string, value = 'v') => mutate('t', new Put(row).addColumn('f', 'q', value));
const remove = (row: string) => mutate('t', new Delete(row));

describe('A watch', () => {
  it('begins with the rows of its read, in the reply to the call that opens it', async () => {
    const { page, other } = await serve();
    await other.send(put('a'), put('b'));
    const watched = await page.open('t', { start: 'b' });
    expect([watched.isState, [...watched.rows.keys()]]).toEqual([true, ['b']]);
  });

  it('reports a write of its connection in the reply to the write', async () => {
    const { page, woken } = await serve();
    const watched = await page.open('t');
    await page.send(put('a', '1'));
    expect(watched.rows.get('a')).toEqual(['a/f:q/1000000=1']);
    await page.send(put('a', '2'), put('b'));
    expect([...watched.rows.values()]).toEqual([['a/f:q/1000000=2'], ['b/f:q/1000000=v']]);
    await page.send(remove('a'));
    expect([...watched.rows.keys()]).toEqual(['b']);
    expect(woken).toEqual([]);
  });

  it('wakes its client once for the writes of others, and makes one difference of them', async () => {
    const { page, other, woken } = await serve();
    const watched = await page.open('t');
    await other.send(put('a', '1'));
    await other.send(put('a', '2'));
    await other.send(put('b'));
    expect(woken).toEqual(['page']);
    await page.read();
    expect([...watched.rows.keys()]).toEqual(['a', 'b']);
    expect([watched.parts, watched.sent]).toEqual([2, 2]);
    await other.send(put('c'));
    expect(woken).toEqual(['page', 'page']);
  });

  it('reports nothing after it was closed', async () => {
    const { page, other, woken } = await serve();
    await page.open('t');
    await page.close(1);
    await other.send(put('a'));
    await page.read();
    expect([page.differences, woken]).toEqual([1, []]);
  });
});
