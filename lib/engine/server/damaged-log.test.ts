import { describe, expect, it } from 'vitest';
import { Put } from '../../model/put.js';
import { sealRecord } from '../../storage/wal/wal-record.js';
import { copyOf, type MemoryMedium, memoryMedium, openEngine } from '../../testing/samples/engine.js';
import { settle } from '../../testing/samples/log-records.js';
import { get, mutate, PacketClient } from '../../testing/samples/packet-client.js';

const MEMORY = { logSegment: 16 * 1024 };

async function open(medium: MemoryMedium) {
  const { connection, database } = await openEngine(medium, { memory: MEMORY });
  const table = await connection.ensureTable({ name: 't', families: ['f'] });
  const rows = async () => (await table.getScanner({}).toArray()).map((row) => String.fromCharCode(...(row.row ?? [])));
  const problems = async () => (await connection.status()).lastRecovery.problems;
  await settle();
  return { medium, connection, database, table, admin: connection.getAdmin(), rows, problems };
}

const put = (row: string, bytes = 1) => new Put(row).addColumn('f', 'q', row.repeat(bytes));

/** The medium with one bit of the byte flipped at the first place where the file contains `text`. */
function flipped(medium: MemoryMedium, path: string, text: string): MemoryMedium {
  const copy = copyOf(medium);
  const bytes = copy.files.bytesOf(path);
  const at = String.fromCharCode(...bytes).indexOf(text);
  expect(at, `'${text}' in ${path}`).toBeGreaterThan(0);
  bytes[at] = (bytes[at] as number) ^ 1;
  copy.files.setBytes(path, bytes);
  return copy;
}

/** Rows a to e in the sealed segment 1-1, row f in the next. */
async function sealed(): Promise<MemoryMedium> {
  const { medium, table } = await open(memoryMedium());
  for (const row of ['a', 'b', 'c', 'd']) await table.put(put(row, 3_000));
  await table.put(put('e', 9_000));
  await table.put(put('f'));
  expect(medium.files.bytesOf('wal/1-2').length).toBeGreaterThan(200);
  return medium;
}

describe('One flipped byte in a sealed segment of the log', () => {
  it('loses one change, which is reported; all others are there, and the segment is kept', async () => {
    let left = flipped(await sealed(), 'wal/1-1', 'ccc');
    for (let time = 0; time < 2; time++) {
      const { medium, rows, problems } = await open(left);
      expect(await rows()).toEqual(['a', 'b', 'd', 'e', 'f']);
      const [problem, ...others] = await problems();
      expect(others).toEqual([]);
      expect(problem).toMatch(
        /^wal\/1-1 is damaged between the offsets \d+ and \d+\. The changes with the sequence ids 3 to 3/,
      );
      expect(problem).toContain("tables 't'");
      expect(problem).toContain('one change of any row may be missing, and a deleted cell may be back');
      left = copyOf(medium);
    }
  });

  it('is kept after everything was flushed, and is no longer read then', async () => {
    const first = await open(flipped(await sealed(), 'wal/1-1', 'ccc'));
    await first.admin.flush('t');
    for (let minute = 0; minute < 3; minute++) {
      first.medium.clock.advance(61_000);
      await settle();
    }
    const second = await open(copyOf(first.medium));
    expect(await second.problems()).toEqual([]);
    expect(await second.rows()).toEqual(['a', 'b', 'd', 'e', 'f']);
    expect(second.medium.files.paths()).toContain('wal/1-1');
  });

  it('makes the outcome of a repeated operation unknown if it is not known, and only then', async () => {
    const { medium, database, table } = await open(memoryMedium());
    const client = new PacketClient(database.service, 'page');
    const calls = ['a', 'b', 'c'].map((row) => mutate('t', put(row, 3_000)));
    for (const call of calls) await client.send(call);
    await table.put(put('y').setDurability('FSYNC_WAL'));
    await table.put(put('z'));
    const again = await open(flipped(medium, 'wal/1-1', 'bbb'));
    expect(await again.rows()).toEqual(['a', 'c', 'y', 'z']);
    const repeating = new PacketClient(again.database.service, 'page');
    const answers = [];
    for (const call of calls) answers.push(...(await repeating.send({ ...call, repeated: true })));
    expect(answers).toEqual([[], expect.objectContaining({ code: 'OUTCOME_UNKNOWN' }), []]);
    expect(await again.rows()).toEqual(['a', 'c', 'y', 'z']);
    // An operation that was never sent before runs.
    expect(await repeating.send(mutate('t', put('d')), get('t', 'd'))).toMatchObject([[], expect.anything()]);
    const whole = await open(copyOf(medium));
    const other = new PacketClient(whole.database.service, 'another page');
    expect(await other.send({ ...mutate('t', put('e')), repeated: true })).toEqual([[]]);
  });

  it('makes it unknown in later sessions too, which do not read the segment, but not for newer connections', async () => {
    const { medium, database, table, admin } = await open(memoryMedium());
    const calls = ['a', 'b', 'c'].map((row) => mutate('t', put(row, 3_000)));
    const client = new PacketClient(database.service, 'page');
    for (const call of calls) await client.send(call);
    await table.put(put('y').setDurability('FSYNC_WAL'));
    await table.put(put('z'));
    const first = await open(flipped(medium, 'wal/1-1', 'bbb'));
    await new PacketClient(first.database.service, '2/newer').send(mutate('t', put('d')));
    await first.admin.flush('t');
    for (let minute = 0; minute < 3; minute++) {
      first.medium.clock.advance(61_000);
      await settle();
    }
    let left = copyOf(first.medium);
    for (let session = 2; session < 4; session++) {
      const later = await open(left);
      expect(await later.problems()).toEqual([]);
      const answers = [];
      const repeating = new PacketClient(later.database.service, 'page');
      for (const call of calls) answers.push(...(await repeating.send({ ...call, repeated: true })));
      expect(answers).toEqual([[], expect.objectContaining({ code: 'OUTCOME_UNKNOWN' }), []]);
      const unknown = new PacketClient(later.database.service, 'silent until now');
      expect(await unknown.send({ ...mutate('t', put('e')), repeated: true })).toMatchObject([
        { code: 'OUTCOME_UNKNOWN' },
      ]);
      const newer = new PacketClient(later.database.service, '2/newer');
      await newer.send(mutate('t', put('d')));
      expect(await newer.send({ ...mutate('t', put(`f${session}`)), repeated: true })).toEqual([[]]);
      expect(await later.rows()).not.toContain('e');
      left = copyOf(later.medium);
    }
    expect(await admin.listTableNames()).toEqual(['t']);
  });

  it('does not apply a part of a commit group', async () => {
    const { medium, database, table } = await open(memoryMedium());
    await table.put(put('a'));
    const client = new PacketClient(database.service, 'page');
    await client.send(mutate('t', put('b', 3_000)), mutate('t', put('c', 3_000)), mutate('t', put('d', 3_000)));
    await table.put(put('e', 9_000));
    await table.put(put('f'));
    for (const row of ['bbb', 'ccc', 'ddd']) {
      const again = await open(flipped(medium, 'wal/1-1', row));
      expect(await again.rows()).toEqual(['a', 'e', 'f']);
      expect((await again.problems()).join()).toContain('sequence ids 2 to 4');
    }
  });
});

describe('The newest segment of the log', () => {
  it('is read over damage below the place up to which it was forced', async () => {
    const { medium, table } = await open(memoryMedium());
    for (const row of ['a', 'b', 'c']) await table.put(put(row, 1_000));
    await table.put(put('d').setDurability('FSYNC_WAL'));
    await table.put(put('e'));
    const again = await open(flipped(medium, 'wal/1-1', 'bbb'));
    expect(await again.rows()).toEqual(['a', 'c', 'd', 'e']);
    expect((await again.problems()).join()).toContain('wal/1-1 is damaged');
    // Everything that may not be on the device was copied.
    const third = await open(copyOf(again.medium));
    expect(await third.rows()).toEqual(['a', 'c', 'd', 'e']);
  });

  it('ends with its first bad record after that place, and sound records after it are reported', async () => {
    const { medium, table } = await open(memoryMedium());
    await table.put(put('a').setDurability('FSYNC_WAL'));
    for (const row of ['b', 'c', 'd']) await table.put(put(row, 1_000));
    const again = await open(flipped(medium, 'wal/1-1', 'ccc'));
    expect(await again.rows()).toEqual(['a', 'b']);
    expect(await again.problems()).toEqual([
      expect.stringMatching(/^wal\/1-1 has a bad record .* sequence ids 4 to 4 after it were not applied/),
    ]);
  });
});

describe('What is in store files', () => {
  it('is not read from the log again: damage there changes nothing', async () => {
    const { medium, table, admin } = await open(memoryMedium());
    for (const row of ['a', 'b', 'c']) await table.put(put(row, 1_000));
    await admin.flush('t');
    await table.put(put('d', 1_000));
    const again = await open(flipped(medium, 'wal/1-1', 'bbb'));
    expect(await again.problems()).toEqual([]);
    expect(await again.rows()).toEqual(['a', 'b', 'c', 'd']);
    expect((await again.connection.status()).lastRecovery.records).toBe(1);
  });

  it('is read from the log after the table went back to its state before a flush', async () => {
    const { medium, table, admin } = await open(memoryMedium());
    for (const row of ['a', 'b']) await table.put(put(row, 1_000));
    await admin.flush('t');
    await table.put(put('c', 1_000));
    await admin.flush('t');
    await table.put(put('d', 1_000));
    const stores = medium.files.paths().filter((path) => path.startsWith('data/'));
    for (const gone of [stores.slice(1), stores]) {
      const copy = copyOf(medium);
      for (const path of gone) await copy.files.remove(path);
      const again = await open(copy);
      expect(await again.rows()).toEqual(['a', 'b', 'c', 'd']);
      // Its log is needed until the second flush has been made again.
      const third = await open(copyOf(again.medium));
      expect(await third.rows()).toEqual(['a', 'b', 'c', 'd']);
      expect(await third.problems()).toEqual([]);
    }
  });
});

describe('A record whose checksum is right, but whose content no engine writes,', () => {
  const CELL = 41 + 4 + 8;
  for (const [what, change] of [
    [
      'a value longer than the record',
      (view: DataView, at: number) => view.setUint32(at + CELL + 8, 0xffff_ffff, true),
    ],
    ['an empty row', (view: DataView, at: number) => view.setUint16(at + CELL, 0, true)],
    [
      'a timestamp that is no number',
      (view: DataView, at: number) => view.setFloat64(at + CELL + 12, Number.NaN, true),
    ],
    ['a timestamp of 10^18', (view: DataView, at: number) => view.setFloat64(at + CELL + 12, 1e18, true)],
    ['the sequence id of another record', (view: DataView, at: number) => view.setFloat64(at + CELL + 20, 77, true)],
    ['an unknown type', (view: DataView, at: number) => view.setUint8(at + CELL + 28, 3)],
    ['a section longer than the record', (view: DataView, at: number) => view.setUint32(at + CELL - 4, 1e9, true)],
    ['sections longer than the record', (view: DataView, at: number) => view.setUint32(at + 41, 0xffff_ffff, true)],
    ['sequence ids beyond all limits', (view: DataView, at: number) => view.setFloat64(at + 9, 2 ** 53 - 1, true)],
  ] as const) {
    it(`is damage, here with ${what}`, async () => {
      const copy = copyOf(await sealed());
      const bytes = copy.files.bytesOf('wal/1-1');
      const view = new DataView(bytes.buffer);
      let at = 2 * view.getUint32(12, true);
      // The second record with edits.
      for (let edits = view.getUint8(at + 8) % 64 === 0 ? 1 : 0; edits < 2; ) {
        at += view.getUint32(at, true);
        if (view.getUint8(at + 8) % 64 === 0) edits++;
      }
      change(view, at);
      sealRecord(bytes, view, at, view.getUint32(at, true), view.getUint32(32, true), at);
      copy.files.setBytes('wal/1-1', bytes);
      const { rows, problems } = await open(copy);
      expect(await rows()).toEqual(['a', 'c', 'd', 'e', 'f']);
      expect((await problems()).join()).toContain('wal/1-1 is damaged');
    });
  }
});
