import { compareBytes } from '../../../bytes/compare.js';
import { toStringBinary } from '../../../bytes/text.js';
import type { Table } from '../../../client/table.js';
import { Scan } from '../../../model/scan.js';
import { assertEqual } from '../assert.js';
import { bytes, putRows, rowTexts, type TableTests } from './table-tests.js';

const NOTHING = bytes();
/** In byte order. */
const ROWS = [
  bytes(0),
  bytes(0, 0),
  bytes(1),
  bytes(0x61),
  bytes(0x61, 0),
  bytes(0x61, 0x62),
  bytes(0x62),
  bytes(0x7f),
  bytes(0x80),
  bytes(0xff),
  bytes(0xff, 0xff),
];
const BOUNDS = [
  NOTHING,
  bytes(0),
  bytes(0, 1),
  bytes(0x61),
  bytes(0x61, 0x61),
  bytes(0x62),
  bytes(0xfe),
  bytes(0xff),
  bytes(0xff, 0xff, 0xff),
];

async function fill(table: Table): Promise<void> {
  // Not in order, so the engine determines the order of the scan.
  const shuffled = ROWS.map((row, index) => ({ row, place: (index * 7) % ROWS.length })).sort(
    (a, b) => a.place - b.place,
  );
  for (const { row } of shuffled) await table.put({ row, cells: [{ family: 'f', qualifier: 'q', value: row }] });
}

async function scan(table: Table, scan: Scan): Promise<string[]> {
  return (await table.getScanner(scan).toArray()).map((result) => toStringBinary(result.row ?? NOTHING));
}

const print = (rows: readonly Uint8Array[]): string[] => rows.map((row) => toStringBinary(row));

/** The rows that a forward scan of the range must return. */
function inRange(start: Uint8Array, startInclusive: boolean, stop: Uint8Array, stopInclusive: boolean): Uint8Array[] {
  return ROWS.filter((row) => {
    const fromStart = compareBytes(row, start);
    const toStop = compareBytes(row, stop);
    return (
      (start.length === 0 || fromStart > 0 || (fromStart === 0 && startInclusive)) &&
      (stop.length === 0 || toStop < 0 || (toStop === 0 && stopInclusive))
    );
  });
}

export function scanRangeTests(tests: TableTests): void {
  tests.data(
    'a scan stays within its range, whichever bounds are inclusive (R-80, R-81, R-82)',
    async ({ table, settle }) => {
      await fill(table);
      await settle();
      for (const start of BOUNDS) {
        for (const stop of BOUNDS) {
          for (const startInclusive of [true, false]) {
            for (const stopInclusive of [true, false]) {
              const range = new Scan().withStartRow(start, startInclusive).withStopRow(stop, stopInclusive);
              const wanted = inRange(start, startInclusive, stop, stopInclusive);
              const what = `${toStringBinary(start)} ${startInclusive} to ${toStringBinary(stop)} ${stopInclusive}`;
              assertEqual(await scan(table, range), print(wanted), what);
            }
          }
        }
      }
    },
  );

  tests.data(
    'a reversed scan returns the same rows backwards, and its start is the larger bound (R-84)',
    async ({ table, settle }) => {
      await fill(table);
      await settle();
      for (const start of BOUNDS) {
        for (const stop of BOUNDS) {
          for (const [startInclusive, stopInclusive] of [
            [true, false],
            [false, true],
            [true, true],
            [false, false],
          ] as const) {
            const range = new Scan()
              .setReversed(true)
              .withStartRow(start, startInclusive)
              .withStopRow(stop, stopInclusive);
            const wanted = inRange(stop, stopInclusive, start, startInclusive).reverse();
            const what = `${toStringBinary(start)} ${startInclusive} down to ${toStringBinary(stop)} ${stopInclusive}`;
            assertEqual(await scan(table, range), print(wanted), what);
          }
        }
      }
    },
  );

  tests.data('equal bounds, both inclusive, select exactly one row (R-81)', async ({ table, settle }) => {
    await fill(table);
    await settle();
    for (const row of ROWS) {
      for (const reversed of [false, true]) {
        const one = new Scan().withStartRow(row).withStopRow(row, true).setReversed(reversed);
        assertEqual(await scan(table, one), print([row]), toStringBinary(row));
        assertEqual(
          await scan(table, new Scan().withStartRow(row).withStopRow(row).setReversed(reversed)),
          [],
          'exclusive',
        );
      }
    }
  });

  tests.data(
    'a prefix selects the rows that begin with it, in both directions (R-83, O-11)',
    async ({ table, settle }) => {
      await fill(table);
      await settle();
      for (const prefix of [
        NOTHING,
        bytes(0),
        bytes(0x61),
        bytes(0x61, 0x62),
        bytes(0x63),
        bytes(0xff),
        bytes(0xff, 0xff),
        bytes(0xff, 0xff, 0xff),
      ]) {
        const wanted = ROWS.filter((row) => compareBytes(row.subarray(0, prefix.length), prefix) === 0);
        const what = `prefix ${toStringBinary(prefix)}`;
        assertEqual(await scan(table, new Scan({ prefix })), print(wanted), what);
        assertEqual(
          await scan(table, new Scan({ prefix, reversed: true })),
          print([...wanted].reverse()),
          `${what} reversed`,
        );
        assertEqual(
          await scan(table, new Scan().setStartStopRowForPrefixScan(prefix)),
          print(wanted),
          `${what} by the class`,
        );
      }
    },
  );

  tests.data('a range of text rows is a range of their UTF-8 bytes', async ({ table, settle }) => {
    const rows = ['a', 'z', 'ß', 'ä', '中', '\uffff', '😀'];
    await putRows(table, [...rows].reverse());
    await settle();
    assertEqual(await rowTexts(table.getScanner()), rows, 'order');
    assertEqual(await rowTexts(table.getScanner({ start: 'z', stop: '中' })), ['z', 'ß', 'ä'], 'range');
    assertEqual(await rowTexts(table.getScanner({ start: '\uffff', startInclusive: false })), ['😀'], 'open end');
  });

  tests.data('limit and range work together, in both directions (R-74, R-84)', async ({ table, settle }) => {
    await fill(table);
    await settle();
    for (const limit of [1, 2, 5]) {
      const [start, stop] = [bytes(0x61), bytes(0xff)];
      const forward = new Scan().withStartRow(start).withStopRow(stop).setLimit(limit).setCaching(2);
      assertEqual(
        await scan(table, forward),
        print(inRange(start, true, stop, false).slice(0, limit)),
        `limit ${limit}`,
      );
      const backward = new Scan().setReversed(true).withStartRow(stop).withStopRow(start).setLimit(limit).setCaching(2);
      assertEqual(
        await scan(table, backward),
        print(inRange(start, false, stop, true).reverse().slice(0, limit)),
        `reversed ${limit}`,
      );
    }
  });
}
