import { describe, expect, it } from 'vitest';
import { Delete } from '../../model/delete.js';
import { Put } from '../../model/put.js';
import { toRestore } from '../../model/restore.js';
import { copyOf } from '../../testing/samples/engine.js';
import { openHistory, putOne, START, valuesOf } from '../../testing/samples/history-table.js';
import { batch, codeOf, type PacketCall, PacketClient } from '../../testing/samples/packet-client.js';
import { encodePacket } from '../../testing/samples/packets.js';

describe('Table.restore', () => {
  it('writes the old values again and deletes the columns that did not exist', async () => {
    const { table, medium } = await openHistory();
    await table.put(putOne('one'));
    await table.put(putOne('kept', 'same'));
    medium.clock.advance(10);
    await table.put(putOne('two'));
    await table.put(putOne('new', 'other', 'i'));
    medium.clock.advance(10);
    await table.delete(new Delete('r').addColumns('h', 'q'));
    medium.clock.advance(10);
    await table.restore('r', START + 5);
    expect(await valuesOf(table)).toEqual({ 'h:q': 'one', 'h:same': 'kept' });
    expect((await table.history('r', 'h:same')).length).toBe(1);
    expect((await table.history('r', 'h:q')).map(({ value, deleted }) => [String(value), deleted])).toEqual(
      [
        ['111,110,101', false],
        ['null', true],
        ['116,119,111', false],
        ['111,110,101', false],
      ], // one, -, two, one
    );
    // An undo can be undone.
    await table.restore('r', START + 15);
    expect(await valuesOf(table)).toEqual({ 'h:q': 'two', 'h:same': 'kept', 'i:other': 'new' });
  });

  it('gives all its cells one timestamp, above every earlier one of the row', async () => {
    const { table } = await openHistory();
    await table.put(putOne('one'));
    await table.put(putOne('1', 'n'));
    for (let n = 0; n < 5; n++) await table.put(putOne(`more ${n}`, 'x'));
    await table.put(putOne('two'));
    await table.delete(new Delete('r').addColumns('h', 'n'));
    const [newest] = await table.history('r');
    await table.restore('r', START + 1);
    const times = (await table.history('r')).filter(({ timestamp }) => timestamp > (newest?.timestamp as number));
    expect(times.map(({ column, deleted }) => [column, deleted])).toEqual([
      ['h:n', false],
      ['h:q', false],
      ['h:x', true],
    ]);
    expect(new Set(times.map(({ timestamp }) => timestamp)).size).toBe(1);
  });

  it('writes nothing if nothing differs', async () => {
    const { table } = await openHistory();
    await table.put(putOne('one'));
    const before = await table.history('r');
    await table.restore('r', START + 100);
    await table.restore('missing', START + 100);
    expect(await table.history('r')).toEqual(before);
    expect(await table.exists('missing')).toBe(false);
  });

  it('brings back a deleted row, and removes one that did not exist', async () => {
    const { table, medium } = await openHistory();
    await table.put(putOne('one'));
    medium.clock.advance(10);
    await table.delete(new Delete('r'));
    await table.put(new Put('later').addColumn('h', 'q', 'x'));
    await table.restore('r', START);
    await table.restore('later', START);
    expect(await valuesOf(table)).toEqual({ 'h:q': 'one' });
    expect(await table.exists('later')).toBe(false);
  });

  it('restores only the columns that it names', async () => {
    const { table, medium } = await openHistory();
    for (const qualifier of ['a', 'b', '']) await table.put(putOne('old', qualifier));
    await table.put(putOne('old', 'c', 'i'));
    medium.clock.advance(10);
    for (const qualifier of ['a', 'b', '']) await table.put(putOne('new', qualifier));
    await table.put(putOne('new', 'c', 'i'));
    await table.restore('r', START + 5, { columns: ['h:a', ['h', '']] });
    expect(await valuesOf(table)).toEqual({ 'h:': 'old', 'h:a': 'old', 'h:b': 'new', 'i:c': 'new' });
    await table.restore('r', START + 5, { columns: ['i'] });
    expect(await valuesOf(table)).toEqual({ 'h:': 'old', 'h:a': 'old', 'h:b': 'new', 'i:c': 'old' });
  });

  it('restores a family completely if one of its columns is named too', async () => {
    for (const columns of [
      ['h', 'h:a'],
      ['h:a', 'h'],
    ]) {
      const { table, medium } = await openHistory();
      for (const qualifier of ['a', 'b']) await table.put(putOne('old', qualifier));
      medium.clock.advance(10);
      for (const qualifier of ['a', 'b']) await table.put(putOne('new', qualifier));
      await table.restore('r', START + 5, { columns });
      expect(await valuesOf(table)).toEqual({ 'h:a': 'old', 'h:b': 'old' });
    }
  });

  it('takes about as long if the columns were written one after the other as if in one put', async () => {
    const { table, medium } = await openHistory();
    const qualifiers = Array.from({ length: 16_000 }, (_, n) => `q${100_000 + n}`);
    const times = { one: Number.POSITIVE_INFINITY, many: Number.POSITIVE_INFINITY };
    for (const row of ['a', 'b', 'c']) {
      medium.clock.advance(1);
      await table.put(qualifiers.reduce((put, qualifier) => put.addColumn('h', qualifier, ''), new Put(`${row} one`)));
      await table.put(qualifiers.map((qualifier) => new Put(`${row} many`).addColumn('h', qualifier, '')));
      medium.clock.advance(100_000);
      for (const kind of ['one', 'many'] as const) {
        const begun = performance.now();
        await table.restore(`${row} ${kind}`, START);
        times[kind] = Math.min(times[kind], performance.now() - begun);
        expect(await table.exists(`${row} ${kind}`)).toBe(false);
        medium.clock.advance(1);
      }
    }
    expect(times.many / times.one).toBeLessThan(5);
  });

  it('refuses arguments of other kinds, and unknown names', async () => {
    const { table, connection } = await openHistory();
    const codes = await Promise.all(
      [
        table.restore('', START),
        table.restore('r', -1),
        table.restore('r', 'yesterday' as never),
        table.restore('r', START, { columns: [] }),
        table.restore('r', START, { columns: 'h' as never }),
        table.restore('r', START, { column: ['h'] } as never),
        table.restore('r', START, { columns: ['nope'] }),
        connection.getTable('nope').restore('r', START),
      ].map((call) => call.then(() => 'done', codeOf)),
    );
    expect(codes).toEqual([...Array(6).fill('INVALID_ARGUMENT'), 'NO_SUCH_COLUMN_FAMILY', 'TABLE_NOT_FOUND']);
  });
});

describe('A restore that is sent again', () => {
  const restoring = (row: string, asOf: number): PacketCall => batch('t', toRestore(row, asOf, undefined));

  it('runs once, also after the engine died', async () => {
    const first = await openHistory();
    await first.table.put(putOne('one'));
    first.medium.clock.advance(10);
    await first.table.put(putOne('two'));
    const client = new PacketClient(first.database.service, '7/page');
    const packet = client.packet(restoring('r', START));
    await client.sendPacket(packet, [restoring('r', START)]);
    await first.table.put(putOne('three'));
    const before = await first.table.history('r');
    const resent = encodePacket('7/page', 0, [{ ...restoring('r', START), number: 1, repeated: true }]);
    for (const later of [first, await openHistory('ordered', copyOf(first.medium))]) {
      await new PacketClient(later.database.service, '7/page').sendPacket(resent, [restoring('r', START)]);
      expect(await later.table.history('r')).toEqual(before);
      expect(await valuesOf(later.table)).toEqual({ 'h:q': 'three' });
    }
  });

  it('is in the log completely when the engine dies after its answer', async () => {
    const first = await openHistory();
    await first.table.put(putOne('one'));
    await first.table.put(putOne('one', 'b', 'i'));
    first.medium.clock.advance(10);
    await first.table.delete(new Delete('r'));
    await first.table.put(putOne('new', 'c'));
    await first.table.restore('r', START + 5);
    const { table } = await openHistory('ordered', copyOf(first.medium));
    expect(await valuesOf(table)).toEqual({ 'h:q': 'one', 'i:b': 'one' });
  });

  it('sees the earlier calls of its packet, and later calls see it', async () => {
    const { table } = await openHistory();
    const calls = [
      table.put(putOne('one')),
      table.restore('r', START),
      table.put(putOne('two')),
      table.restore('r', START),
      table.get('r'),
    ];
    const result = (await Promise.all(calls)).at(-1);
    expect(result?.getText('h', 'q')).toBe('one');
  });
});
