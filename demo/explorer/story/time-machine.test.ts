import { Bytes, type Connection, Delete, Put } from 'bigtab';
import { openMemory } from 'bigtab/memory';
import { describe, expect, it } from 'vitest';
import { Notices } from '../ui/notices.js';
import { type Shown, TimeMachine } from './time-machine.js';

async function openMachine(connection?: Connection) {
  const opened = connection ?? (await openMemory({ name: 'demo' }));
  const notices = new Notices();
  const machine = new TimeMachine(notices);
  machine.attach(opened);
  await shownWhere(machine, () => true);
  return { connection: opened, table: opened.getTable('webtable'), machine, notices };
}

/** Resolves to the shown state as soon as `holds` is true for it. */
function shownWhere({ shown }: TimeMachine, holds: (shown: Shown) => boolean): Promise<Shown> {
  return new Promise((resolve) => {
    const unsubscribe = shown.subscribe(look);
    look(shown.value);
    function look(value: Shown | null): void {
      if (value === null || !holds(value)) return;
      unsubscribe();
      resolve(value);
    }
  });
}

/** `row family:qualifier` → value. */
function valuesOf({ value }: TimeMachine['shown']): Record<string, string | null> {
  return Object.fromEntries([...(value?.cells ?? [])].map(([id, cell]) => [id, Bytes.toText(cell.value)]));
}

function slotOf({ shown }: TimeMachine, name: string) {
  const slot = shown.value?.history.slots.find((candidate) => candidate.name === name);
  if (slot === undefined) throw new Error(`there is no ${name}`);
  return slot;
}

function momentOf({ shown }: TimeMachine, index: number) {
  const moment = shown.value?.history.moments.at(index);
  if (moment === undefined) throw new Error(`there is no moment ${index}`);
  return moment;
}

describe('the time machine', () => {
  it('no longer shows a dropped family, and reports no error for a dropped table', async () => {
    const { connection, machine, notices } = await openMachine();
    const admin = connection.getAdmin();
    await admin.deleteColumnFamily('webtable', 'people');
    const { history } = await shownWhere(machine, ({ history }) => history.columns.length === 3);
    expect(history.columns.map(({ family }) => family)).toEqual(['anchor', 'anchor', 'contents']);
    await admin.disableTable('webtable');
    await admin.deleteTable('webtable');
    await connection.close();
    expect(notices.failed.value).toBeNull();
  });

  it('deletes a row although one of its versions is later than the delete', async () => {
    const { table, machine, notices } = await openMachine();
    const later = Date.UTC(2100, 0, 1);
    await table.put(new Put('com.cnn.www', later).addColumn('people', 'author', 'Ed'));
    await shownWhere(machine, ({ history }) => history.moments.at(-1)?.timestamp === later);
    await machine.deleteRow(slotOf(machine, 'com.cnn.www'));
    expect((await table.get('com.cnn.www')).isEmpty).toBe(true);
    expect(notices.failed.value).toBeNull();
  });

  it('creates webtable with a history, and does not change it the next time', async () => {
    const { connection, machine, table } = await openMachine();
    expect(machine.shown.value?.history.moments.map(({ kind }) => kind)).toEqual([
      'write',
      'write',
      'write',
      'write',
      'delete',
      'write',
      'write',
    ]);
    expect(machine.shown.value?.history.columns.map(({ id }) => id)).toEqual([
      'anchor:cnnsi.com',
      'anchor:my.look.ca',
      'contents:html',
      'people:author',
    ]);
    await table.put(new Put('com.cnn.www').addColumn('people', 'author', 'Ed'));
    const again = await openMachine(connection);
    expect(again.machine.shown.value?.history.moments).toHaveLength(8);
    expect(valuesOf(again.machine.shown)).toMatchObject({ 'com.cnn.www people:author': 'Ed' });
  });

  it('describes the change at each point in time', async () => {
    const { machine, table } = await openMachine();
    const words = () => machine.shown.value?.history.moments.map(({ what }) => what);
    expect(words()?.slice(0, 2)).toEqual(['4 values of 2 rows written', '2 values of com.example.www written']);
    expect(words()?.slice(4)).toEqual([
      'net.oldnews.www deleted',
      '3 values of 2 rows written',
      'contents:html of com.cnn.www is now “<html>Weather”',
    ]);
    const now = Date.now() + 1000;
    await table.delete(new Delete('com.cnn.www', now).addColumns('contents', 'html'));
    await table.delete(new Delete('com.example.www', now + 1).addFamily('people'));
    await table.delete(new Delete('org.zoo.www', now + 2).addColumn('people', 'a', now + 2).addColumns('anchor', 'b'));
    await shownWhere(machine, ({ history }) => history.moments.length === 10);
    expect(words()?.slice(7)).toEqual([
      'contents:html of com.cnn.www deleted',
      'people of com.example.www deleted',
      '2 columns of org.zoo.www deleted',
    ]);
  });

  it('shows the table as of a timestamp, and follows changes only when it shows the current state', async () => {
    const { machine } = await openMachine();
    await machine.goTo(momentOf(machine, 1).timestamp);
    const then = {
      'com.cnn.www anchor:cnnsi.com': 'CNN',
      'com.cnn.www contents:html': '<html>Sports',
      'com.example.www contents:html': '<html>Draft',
      'com.example.www people:author': 'John Doe',
      'net.oldnews.www anchor:my.look.ca': 'Old news',
      'net.oldnews.www contents:html': '<html>Hello',
    };
    expect(valuesOf(machine.shown)).toEqual(then);
    expect(machine.said.value).toBe('At that time, 3 of 4 rows existed.');
    const [column] = machine.shown.value?.history.columns ?? [];
    if (column === undefined) throw new Error('there is no column');
    await machine.change(slotOf(machine, 'org.zoo.www'), column, Bytes.toBytes('Zoo'));
    expect(valuesOf(machine.shown)).toEqual(then);
    await machine.goTo(momentOf(machine, -1).timestamp);
    expect(machine.chosen.value).toBeNull();
    expect(valuesOf(machine.shown)).toMatchObject({ 'org.zoo.www anchor:cnnsi.com': 'Zoo' });
  });

  it('restores by writing old values again and deleting newer ones', async () => {
    const { machine, table, notices } = await openMachine();
    await machine.deleteRow(slotOf(machine, 'com.cnn.www'));
    const deleted = Date.now();
    // Changes in one millisecond are one moment.
    while (Date.now() === deleted);
    await table.put(new Put('org.zoo.www').addColumn('people', 'author', 'Zoe'));
    await shownWhere(machine, ({ history }) => history.moments.length === 9);
    await machine.goTo(momentOf(machine, 1).timestamp);
    const then = valuesOf(machine.shown);
    expect(await machine.restore()).toBe(true);
    expect(machine.chosen.value).toBeNull();
    expect(valuesOf(machine.shown)).toEqual(then);
    expect(machine.shown.value?.history.moments).toHaveLength(10);
    expect(notices.done.value?.text).toBe('Restored 4 rows as a new change. Nothing was erased.');
    // Before the restoration, the history of the table is unchanged.
    await machine.goTo(momentOf(machine, -2).timestamp);
    expect(valuesOf(machine.shown)).toMatchObject({ 'org.zoo.www people:author': 'Zoe' });
    expect(valuesOf(machine.shown)).not.toHaveProperty('com.cnn.www contents:html');
  });

  it('has nothing to restore if nothing differs', async () => {
    const { machine, notices, table } = await openMachine();
    await table.put(new Put('com.cnn.www').addColumn('contents', 'html', '<html>Weather'));
    await shownWhere(machine, ({ history }) => history.moments.length === 8);
    await machine.goTo(momentOf(machine, -2).timestamp);
    await machine.restore();
    expect(notices.done.value?.text).toBe('Nothing to restore: the table already looks like this.');
    expect(machine.shown.value?.history.moments).toHaveLength(8);
  });

  it('shows only the first rows of a large table, and reports that it has more', async () => {
    const { machine, table } = await openMachine();
    await table.put(Array.from({ length: 20 }, (_, at) => new Put(`a${at}`).addColumn('people', 'author', 'Al')));
    const { history } = await shownWhere(machine, ({ history }) => history.isCut);
    expect(history.slots).toHaveLength(12);
  });

  it('creates the table again after it was dropped', async () => {
    const { connection, table } = await openMachine();
    await connection.getAdmin().disableTable('webtable');
    await connection.getAdmin().deleteTable('webtable');
    const { machine } = await openMachine(connection);
    expect(machine.shown.value?.history.moments).toHaveLength(7);
    expect(await table.exists('com.cnn.www')).toBe(true);
  });
});
