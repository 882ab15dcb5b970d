import type { Note, NoteColumn } from '../notes.js';
import { unpackKeys } from '../packed-keys.js';
import { toNotes } from '../packed-notes.js';
import type { PackedRows } from '../packed-rows.js';
import { type PackedValues, unpackAll } from '../packed-values.js';
import type { RowSink } from '../row-sink.js';
import type { ServedNotes } from '../served-notes.js';
import type { ServedStore } from '../served-store.js';

/** A store that keeps everything in memory. */
export class MapStore implements ServedStore {
  /** A scan fails when it reaches this key. */
  static readonly DAMAGED: string = 'damaged';
  private readonly rows: Map<string, Uint8Array> = new Map();
  readonly notes: ServedNotes = new MapNotes();
  private readonly versions: Map<string, Map<number, Uint8Array>> = new Map();

  open(): void {}
  close(): void {}
  flush(): void {}

  load({ keys, values }: PackedRows): void {
    const unpacked = unpackAll(values);
    for (const [index, key] of keysOf(keys).entries()) this.rows.set(key, unpacked[index] as Uint8Array);
  }

  put(key: string, value: Uint8Array): void {
    this.rows.set(key, value);
  }

  get(key: string): Uint8Array | null {
    return this.rows.get(key) ?? null;
  }

  exchange(key: string, value: Uint8Array): Uint8Array | null {
    const old = this.get(key);
    this.put(key, value);
    return old;
  }

  getMany(keys: PackedValues, sink: RowSink): void {
    for (const key of keysOf(keys)) addFound(sink, this.rows.get(key));
  }

  scan(from: string, limit: number, sink: RowSink): void {
    for (const key of sorted(this.rows.keys())
      .filter((key) => key >= from)
      .slice(0, limit)) {
      if (key === MapStore.DAMAGED) throw new Error('this row is damaged');
      sink.addRow(key, this.rows.get(key) as Uint8Array);
    }
  }

  scanAll(sink: RowSink): void {
    this.scan('', this.rows.size, sink);
  }

  deleteMany(keys: PackedValues): void {
    for (const key of keysOf(keys)) this.rows.delete(key);
  }

  loadVersions({ keys, values }: PackedRows, timestamps: Float64Array): void {
    const unpacked = unpackAll(values);
    for (const [index, key] of keysOf(keys).entries()) {
      const versions = this.versions.get(key) ?? new Map<number, Uint8Array>();
      this.versions.set(key, versions.set(timestamps[index] as number, unpacked[index] as Uint8Array));
    }
  }

  latest(sink: RowSink): void {
    this.asOf(Number.POSITIVE_INFINITY, sink);
  }

  asOf(timestamp: number, sink: RowSink): void {
    for (const key of sorted(this.versions.keys())) {
      const [value] = this.newestOf(key, timestamp);
      if (value !== undefined) sink.addRow(key, value);
    }
  }

  newest(keys: PackedValues, count: number, sink: RowSink): void {
    for (const key of keysOf(keys)) {
      const values = this.newestOf(key, Number.POSITIVE_INFINITY);
      for (let index = 0; index < count; index++) addFound(sink, values[index]);
    }
  }

  private newestOf(key: string, timestamp: number): Uint8Array[] {
    return [...(this.versions.get(key) ?? [])]
      .filter(([found]) => found <= timestamp)
      .sort(([one], [other]) => other - one)
      .map(([, value]) => value);
  }
}

class MapNotes implements ServedNotes {
  private readonly notes: Map<string, Note> = new Map();

  open(): void {}

  put(note: Note): void {
    this.notes.set(note.key, note);
  }

  putAll({ keys, values }: PackedRows): void {
    for (const note of toNotes({ keys: keysOf(keys), values: unpackAll(values) })) this.put(note);
  }

  scan(from: string, limit: number, sink: RowSink): void {
    this.read((note) => note.key >= from, limit, sink);
  }

  find(column: NoteColumn, text: string, sink: RowSink): void {
    this.read((note) => note[column] === text, this.notes.size, sink);
  }

  private read(takes: (note: Note) => boolean, limit: number, sink: RowSink): void {
    const found = sorted(this.notes.keys()).map((key) => this.notes.get(key) as Note);
    for (const { key, value, kind, day } of found.filter(takes).slice(0, limit)) {
      sink.addRow(key, value);
      for (const text of [kind, day]) {
        const bytes = new TextEncoder().encode(text);
        sink.addText(bytes, 0, bytes.length);
      }
    }
  }
}

function keysOf(packed: PackedValues): string[] {
  const keys: string[] = [];
  unpackKeys(packed, keys);
  return keys;
}

function sorted(keys: Iterable<string>): string[] {
  return [...keys].sort();
}

function addFound(sink: RowSink, value: Uint8Array | undefined): void {
  if (value === undefined) sink.addMissing();
  else sink.addValue(value);
}
