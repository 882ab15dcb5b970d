import type { Note, NoteColumn } from './notes.js';
import type { PackedRows } from './packed-rows.js';
import type { PackedValues } from './packed-values.js';
import type { RowSink } from './row-sink.js';
import type { ServedNotes } from './served-notes.js';
import type { Eventually, ServedStore } from './served-store.js';
import type { Durability } from './store.js';

/** A call of a `ServedStore` as a message. */
export type StoreRequest =
  | { readonly method: 'open'; readonly name: string; readonly durability: Durability }
  | { readonly method: 'close' | 'flush' | 'scanAll' | 'latest' | 'compact' }
  | { readonly method: 'load'; readonly rows: PackedRows }
  | { readonly method: 'put'; readonly key: string; readonly value: Uint8Array }
  | { readonly method: 'exchange'; readonly key: string; readonly value: Uint8Array }
  | { readonly method: 'get'; readonly key: string }
  | { readonly method: 'getMany' | 'deleteMany'; readonly keys: PackedValues }
  | { readonly method: 'scan'; readonly key: string; readonly limit: number }
  | { readonly method: 'loadVersions'; readonly rows: PackedRows; readonly timestamps: Float64Array }
  | { readonly method: 'asOf'; readonly timestamp: number }
  | { readonly method: 'newest'; readonly keys: PackedValues; readonly count: number }
  | { readonly method: 'openNotes'; readonly isIndexed: boolean }
  | { readonly method: 'putNote'; readonly note: Note }
  | { readonly method: 'putNotes'; readonly rows: PackedRows }
  | { readonly method: 'scanNotes'; readonly key: string; readonly limit: number }
  | { readonly method: 'findNotes'; readonly column: NoteColumn; readonly text: string };

/** Runs the call. Only `get` and `exchange` return a value; data that other calls read is in the sink. */
export function respond(store: ServedStore, request: StoreRequest, sink: RowSink): Eventually<Uint8Array | null> {
  if (request.method === 'get') return store.get(request.key);
  if (request.method === 'exchange') return exchange(store, request.key, request.value);
  const done = run(store, request, sink);
  return done instanceof Promise ? done.then(() => null) : null;
}

function exchange(store: ServedStore, key: string, value: Uint8Array): Eventually<Uint8Array | null> {
  if (store.exchange === undefined) throw new Error('this store measures no transactions');
  return store.exchange(key, value);
}

function run(
  store: ServedStore,
  request: Exclude<StoreRequest, { readonly method: 'get' } | { readonly method: 'exchange' }>,
  sink: RowSink,
): Eventually<void> {
  switch (request.method) {
    case 'open':
      return store.open(request.name, request.durability);
    case 'load':
      return store.load(request.rows);
    case 'put':
      return store.put(request.key, request.value);
    case 'getMany':
      return store.getMany(request.keys, sink);
    case 'scan':
      return store.scan(request.key, request.limit, sink);
    case 'scanAll':
      return store.scanAll(sink);
    case 'deleteMany':
      return store.deleteMany(request.keys);
    case 'loadVersions':
      return store.loadVersions(request.rows, request.timestamps);
    case 'latest':
      return store.latest(sink);
    case 'asOf':
      return store.asOf(request.timestamp, sink);
    case 'newest':
      return store.newest(request.keys, request.count, sink);
    case 'openNotes':
      return notesOf(store).open(request.isIndexed);
    case 'putNote':
      return notesOf(store).put(request.note);
    case 'putNotes':
      return notesOf(store).putAll(request.rows);
    case 'scanNotes':
      return notesOf(store).scan(request.key, request.limit, sink);
    case 'findNotes':
      return notesOf(store).find(request.column, request.text, sink);
    case 'close':
    case 'flush':
      return store[request.method]();
    case 'compact':
      return store.compact?.();
  }
}

function notesOf({ notes }: ServedStore): ServedNotes {
  if (notes === undefined) throw new Error('this store measures no indexes');
  return notes;
}
