import { describe, expect, it } from 'vitest';
import { Append } from '../../model/append.js';
import { CheckAndMutate } from '../../model/check-and-mutate.js';
import { Delete } from '../../model/delete.js';
import { Get } from '../../model/get.js';
import { Increment } from '../../model/increment.js';
import { Put } from '../../model/put.js';
import { RowMutations } from '../../model/row-mutations.js';
import { copyOf, memoryMedium, openEngine } from '../../testing/samples/engine.js';
import { batch, codeOf, get, PacketClient } from '../../testing/samples/packet-client.js';
import type { DatabaseOptions } from './database.js';

async function serve(options: Partial<DatabaseOptions> = {}) {
  const medium = memoryMedium();
  const { database, connection } = await openEngine(medium, { timestamps: 'wall', ...options });
  await connection.ensureTable({ name: 't', families: ['f', 'g'] });
  return { medium, connection, database, client: new PacketClient(database.service, 'page') };
}

const put = (row: string, value = 'v') => new Put(row).addColumn('f', 'q', value);
const append = (row: string, value = 'x') => new Append(row).addColumn('f', 's', value);

describe('A batch', () => {
  it('keeps its place before later calls, even if its answer comes in parts (W-67)', async () => {
    const { connection } = await serve({ timestamps: 'ordered', memory: { getAnswer: 1 } });
    const table = connection.getTable('t');
    await Promise.all([table.batch([new Get('a'), put('a', 'first')]), table.put(put('a', 'second'))]);
    expect((await table.get('a')).getText('f', 'q')).toBe('second');
  });

  it('is one log record, which is replayed as a whole', async () => {
    const { medium, client } = await serve();
    const answers = await client.send(
      batch(
        't',
        put('a'),
        append('b'),
        append('b'),
        new Put('c').addColumn('nope', 'q', 'v'),
        new Delete('a'),
        put('d'),
      ),
    );
    expect((answers[0] as unknown[])[2]).toEqual([['b/f:s/1000001=xx']]);
    const again = await openEngine(copyOf(medium), { timestamps: 'wall' });
    expect((await again.connection.status()).lastRecovery.records).toBe(1);
    const reader = new PacketClient(again.database.service, 'page-2');
    expect(await reader.send(get('t', 'a', 'b', 'c', 'd'))).toEqual([
      [[], ['b/f:s/1000001=xx'], [], ['d/f:q/1000000=v']],
    ]);
  });

  it('runs once, even if it is sent again, before and after a restart (W-39, W-65)', async () => {
    const { medium, client, database } = await serve();
    const call = batch('t', append('b'), new Get('b'), new Increment('b').addColumn('f', 's', 1));
    const packet = client.packet(call);
    const [first] = await client.sendPacket(packet, [call]);
    expect(await client.sendPacket(packet, [call])).toEqual([first]);
    const again = await openEngine(copyOf(medium), { timestamps: 'wall' });
    const other = new PacketClient(again.database.service, 'page');
    expect((await other.sendPacket(packet, [call]))[0]).toEqual(first);
    expect(await other.send(get('t', 'b'))).toEqual([[['b/f:s/1000000=x']]]);
    await database.close();
  });

  it('leaves the answers of its gets out of the log', async () => {
    const { client, connection } = await serve();
    await client.send(batch('t', put('large', 'x'.repeat(1024 * 1024))));
    const before = (await connection.status()).memory.log.used;
    for (let n = 0; n < 4; n++) {
      const [answer] = await client.send(batch('t', new Get('large'), put('small', 'v')));
      expect((answer as string[][][])[0]?.[0]?.[0]?.length).toBeGreaterThan(1024 * 1024);
    }
    expect((await connection.status()).memory.log.used - before).toBeLessThan(1024);
  });

  it('reads its gets again when it is sent again, before and after a restart, and writes nothing', async () => {
    const { medium, client, database } = await serve();
    const bad = new Get('a').addFamily('nope');
    const call = batch('t', new Get('a'), append('b'), bad, new Get('b'));
    const packet = client.packet(call);
    const b = [['b/f:s/1000000=x']];
    const answer = (a: string[]): unknown => [[[a], b, expect.objectContaining({ code: 'NO_SUCH_COLUMN_FAMILY' }), b]];
    expect(await client.sendPacket(packet, [call])).toEqual(answer([]));
    await client.send(batch('t', put('a')));
    expect(await client.sendPacket(packet, [call])).toEqual(answer(['a/f:q/1000000=v']));
    const again = await openEngine(copyOf(medium), { timestamps: 'wall' });
    const other = new PacketClient(again.database.service, 'page');
    expect(await other.sendPacket(packet, [call])).toEqual(answer(['a/f:q/1000000=v']));
    await database.close();
  });

  it('that was answered in part returns the same part when it is sent again', async () => {
    const { client } = await serve({ memory: { getAnswer: 1 } });
    await client.send(batch('t', put('a')));
    const call = batch('t', append('b'), new Get('a'), append('b'));
    const packet = client.packet(call);
    const first = await client.sendPacket(packet, [call]);
    expect(first).toEqual([[[['b/f:s/1000000=x']]]]);
    expect(await client.sendPacket(packet, [call])).toEqual(first);
  });

  it('that writes nothing writes no log record', async () => {
    const { client, connection } = await serve();
    const before = (await connection.status()).memory.log.used;
    await client.send(batch('t', new Get('a'), new Put('c').addColumn('nope', 'q', 'v'), new RowMutations('r')));
    expect((await connection.status()).memory.log.used).toBe(before);
  });

  it('fails all its puts and deletes for one cell above the limit, and nothing else (N-35)', async () => {
    const { client } = await serve({ memory: { cellSize: 200 } });
    const [answer] = await client.send(
      batch(
        't',
        put('a'),
        put('b', 'x'.repeat(200)),
        append('s'),
        new Delete('a'),
        new Get('a'),
        append('s', 'y'.repeat(200)),
      ),
    );
    const codes = (answer as unknown[]).map(codeOf);
    const [, no] = codes;
    expect(codes).toEqual([no, 'INVALID_OPERATION', null, no, null, no]);
  });

  it('refuses an action of another row than its condition (W-56)', async () => {
    const { client } = await serve();
    const check = new CheckAndMutate({ row: 'a', family: 'f', action: put('a') });
    const [answer] = await client.send(
      batch('t', { ...check, action: put('b') } as CheckAndMutate, put('c')),
      get('t', 'b'),
    );
    expect((answer as unknown[]).map(codeOf)).toEqual(['INVALID_OPERATION', null]);
    expect((answer as Error[])[0]?.message).toContain("Action's getRow must match");
  });

  it('uses the strongest durability among its mutations (W-61)', async () => {
    const { medium, client } = await serve();
    await client.send(
      batch('t', put('a').setDurability('SKIP_WAL'), put('b').setDurability('SYNC_WAL')),
      batch('t', put('c').setDurability('SKIP_WAL')),
    );
    const again = await openEngine(copyOf(medium));
    const reader = new PacketClient(again.database.service, 'page-2');
    const [rows] = await reader.send(get('t', 'a', 'b', 'c'));
    expect((rows as unknown[][]).map((cells) => cells.length)).toEqual([1, 1, 0]);
  });

  it('reports the rows that it changed to listeners', async () => {
    const { client, database } = await serve();
    const told: unknown[] = [];
    database.subscribe((event) => told.push(event));
    const unmet = new CheckAndMutate({ row: 'z', family: 'f', value: 'v', action: put('z') });
    await client.send(batch('t', put('m'), append('c'), unmet, new Get('a'), new Put('y').addColumn('nope', 'q', 'v')));
    const [first, last] = ['c', 'm'].map((row) => new TextEncoder().encode(row));
    expect(told).toEqual([{ type: 'commit', table: 't', firstRow: first, lastRow: last }]);
  });
});
