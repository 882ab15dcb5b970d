import type { Note, NoteTable } from '../stores/notes.js';
import type { Store } from '../stores/store.js';
import {
  keyAt,
  kindCount,
  kindName,
  noteAt,
  notesAt,
  ROWS_PER_KIND,
  randomFrom,
  rowsOfKind,
  shuffled,
} from './data.js';
import {
  type Bench,
  callsInFlight,
  loadBatches,
  measureCalls,
  type Pass,
  perSecond,
  type Step,
  timed,
  type Workload,
} from './workload.js';

const CALLS = 1_000;
const LIST = 100;
const LISTS = 20;
const SCANS = 100;

/** The database to which the indexes are added after the load. */
const BUILT = 'notes';

/**
 * indexes: adds an index of each of two columns to a table with all rows, scans 100 rows by key and by an index, and puts
 * stored rows, one by one and in lists, without indexes and with both.
 */
export const indexes: Workload = [
  loadBuilt,
  buildIndexes,
  scanKeys,
  scanKinds,
  updates('plain-update', false),
  updates('indexed-update', true),
  updatesInLists('plain-update-100', false),
  updatesInLists('indexed-update-100', true),
];

async function loadBuilt(bench: Bench): Promise<void> {
  const store = await bench.open(BUILT);
  await loadNotes(bench, store, await openNotes(store, false));
  await store.close();
}

async function buildIndexes(bench: Bench): Promise<void> {
  const { cells } = bench;
  const store = await bench.open(BUILT);
  await openNotes(store, false);
  const ms = await timed(async () => {
    await openNotes(store, true);
    await store.flush();
  });
  await store.close();
  const again = await bench.open(BUILT);
  await checkIndexes(
    await openNotes(again, true),
    Array.from({ length: cells }, (_, index) => noteAt(index, cells)),
  );
  await again.close();
  bench.record('index-build', perSecond(cells, ms));
}

async function scanKeys(bench: Bench): Promise<void> {
  const { cells } = bench;
  const random = randomFrom(21);
  await measureScans(bench, 'scan-indexed-key', () => {
    const start = Math.floor(random() * (cells - ROWS_PER_KIND));
    const key = keyAt(start, cells);
    return {
      run: (notes) => notes.scan(key, ROWS_PER_KIND),
      expected: Array.from({ length: ROWS_PER_KIND }, (_, row) => start + row),
    };
  });
}

async function scanKinds(bench: Bench): Promise<void> {
  const { cells } = bench;
  const random = randomFrom(22);
  await measureScans(bench, 'scan-kind', () => {
    const kind = Math.floor(random() * kindCount(cells));
    const name = kindName(kind);
    return { run: (notes) => notes.find('kind', name), expected: rowsOfKind(kind, cells) };
  });
}

/** A scan, and the rows that it must return. */
interface NoteScan {
  readonly run: (notes: NoteTable) => Promise<readonly Note[]>;
  readonly expected: readonly number[];
}

async function measureScans(
  bench: Bench,
  figure: 'scan-indexed-key' | 'scan-kind',
  draw: () => NoteScan,
): Promise<void> {
  const { cells } = bench;
  const store = await bench.open(BUILT);
  const notes = await openNotes(store, true);
  await measureCalls(bench, figure, SCANS, async () => {
    const scans = Array.from({ length: SCANS }, draw);
    const found: (readonly Note[])[] = [];
    const pass = await callsInFlight(SCANS, 1, async (at) => {
      found.push(await (scans[at] as NoteScan).run(notes));
    });
    for (const [at, scan] of scans.entries()) checkNotes(found[at] ?? [], notesAt(scan.expected, cells));
    return pass;
  });
  await store.close();
}

function updates(figure: 'plain-update' | 'indexed-update', isIndexed: boolean): Step {
  return (bench) =>
    measureUpdates(bench, figure, isIndexed, CALLS, (table, notes) =>
      callsInFlight(notes.length, 1, (at) => table.put(notes[at] as Note)),
    );
}

function updatesInLists(figure: 'plain-update-100' | 'indexed-update-100', isIndexed: boolean): Step {
  return (bench) =>
    measureUpdates(bench, figure, isIndexed, LISTS * LIST, async (table, notes) => {
      const lists = Array.from({ length: Math.ceil(notes.length / LIST) }, (_, at) =>
        notes.slice(at * LIST, (at + 1) * LIST),
      );
      const ms = await timed(async () => {
        for (const list of lists) await table.putAll(list);
      });
      return { ms };
    });
}

/** Measures passes of `write` over stored rows. In each pass, the rows get another value, kind and day. */
async function measureUpdates(
  bench: Bench,
  figure: 'plain-update' | 'indexed-update' | 'plain-update-100' | 'indexed-update-100',
  isIndexed: boolean,
  count: number,
  write: (table: NoteTable, notes: readonly Note[]) => Promise<Pass>,
): Promise<void> {
  const { cells } = bench;
  const store = await bench.open(figure);
  const table = await openNotes(store, isIndexed);
  await loadNotes(bench, store, table);
  const order = shuffled(cells, 24).subarray(0, count);
  let version = 0;
  await measureCalls(bench, figure, order.length, () => {
    version++;
    return write(table, notesAt(order, cells, version));
  });
  const updated = new Set(order);
  const stored = Array.from({ length: cells }, (_, index) => noteAt(index, cells, updated.has(index) ? version : 0));
  checkNotes(await table.scan('', cells), stored);
  if (isIndexed) await checkIndexes(table, stored);
  await store.close();
}

/** Loads all rows in batches, durable at the end. */
async function loadNotes({ cells }: Bench, store: Store, table: NoteTable): Promise<void> {
  const order = shuffled(cells, 23);
  await loadBatches(cells, (from, to) => notesAt(order.subarray(from, to), cells), {
    write: (batch) => table.putAll(batch),
    flush: () => store.flush(),
  });
}

function openNotes(store: Store, isIndexed: boolean): Promise<NoteTable> {
  if (store.openNotes === undefined) throw new Error('this store measures no indexes');
  return store.openNotes(isIndexed);
}

/** Throws unless the indexes find the rows of the kinds and the days of ten rows. `stored`: all rows, in the order of their keys. */
async function checkIndexes(table: NoteTable, stored: readonly Note[]): Promise<void> {
  for (const column of ['kind', 'day'] as const) {
    for (const text of new Set(stored.slice(0, 10).map((note) => note[column]))) {
      checkNotes(
        await table.find(column, text),
        stored.filter((note) => note[column] === text),
      );
    }
  }
}

/** Throws unless these are the notes, in this order. */
function checkNotes(found: readonly Note[], expected: readonly Note[]): void {
  if (found.length !== expected.length) throw new Error(`${found.length} rows instead of ${expected.length}`);
  for (const [at, note] of expected.entries()) {
    const { key, kind, day, value } = found[at] as Note;
    if (key !== note.key || kind !== note.kind || day !== note.day)
      throw new Error(`row ${at} is ${key} ${kind} ${day} instead of ${note.key} ${note.kind} ${note.day}`);
    if (value.length !== note.value.length || value.some((byte, place) => byte !== note.value[place]))
      throw new Error(`row ${key} has another value`);
  }
}
