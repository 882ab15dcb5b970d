import {
  ALL_VERSIONS,
  Bytes,
  type Connection,
  connect,
  Delete,
  type MemoryOptions,
  Put,
  type Result,
  Scan,
  type StatusReport,
  type Table,
} from 'bigtab';
import type { Note, NoteTable } from './notes.js';
import type { Durability, Row, Rows, Store, Version } from './store.js';

const FAMILY = 'f';
const QUALIFIER = 'v';
const NOTE_INDEXES = { kind: { on: `${FAMILY}:kind` }, day: { on: `${FAMILY}:day` } };
/** Every engine that has a cache setting gets 64 MiB. */
const MEMORY: MemoryOptions = { blockCache: 64 * 1024 * 1024 };

/**
 * Bigtab as it is built, without special options. Batches use lists; Bigtab itself merges the calls of one turn into
 * one message.
 */
export class BigtabStore implements Store {
  private readonly memory: MemoryOptions;
  private connection!: Connection;
  private rows!: Table;
  private others: Map<string, Promise<Table>> = new Map();

  constructor(memory: MemoryOptions = {}) {
    this.memory = { ...MEMORY, ...memory };
  }

  async open(name: string, durability: Durability): Promise<void> {
    const own = durability === 'strict' ? 'FSYNC_WAL' : 'SYNC_WAL';
    this.connection = await connect({ name, durability: own, memory: this.memory });
    this.rows = await this.connection.ensureTable({ name: 'rows', families: [FAMILY] });
  }

  close(): Promise<void> {
    return this.connection.close();
  }

  status(): Promise<StatusReport> {
    return this.connection.status();
  }

  load(rows: readonly Row[]): Promise<void> {
    // This table is created while the first batch is written, so neither `flush` nor `open`, which is measured, has to
    // wait for it.
    void this.other('marks');
    return this.rows.put(rows.map(({ key, value }) => new Put(key).addColumn(FAMILY, QUALIFIER, value)));
  }

  async flush(): Promise<void> {
    const marks = await this.other('marks');
    await marks.put(new Put('loaded').addColumn(FAMILY, QUALIFIER, '').setDurability('FSYNC_WAL'));
  }

  put({ key, value }: Row): Promise<void> {
    return this.rows.put(new Put(key).addColumn(FAMILY, QUALIFIER, value));
  }

  async get(key: string): Promise<Uint8Array | null> {
    return (await this.rows.get(key)).getValue(FAMILY, QUALIFIER);
  }

  async getMany(keys: readonly string[]): Promise<readonly (Uint8Array | null)[]> {
    return (await this.rows.get(keys)).map((row) => row.getValue(FAMILY, QUALIFIER));
  }

  scan(from: string, limit: number): Promise<Rows> {
    return read(this.rows, new Scan({ start: from, limit }));
  }

  scanAll(): Promise<Rows> {
    return read(this.rows, new Scan());
  }

  deleteMany(keys: readonly string[]): Promise<void> {
    return this.rows.delete(keys.map((key) => new Delete(key)));
  }

  async loadVersions(versions: readonly Version[]): Promise<void> {
    const table = await this.other('versions');
    await table.put(
      versions.map(({ key, timestamp, value }) => new Put(key).addColumn(FAMILY, QUALIFIER, timestamp, value)),
    );
  }

  async latest(): Promise<Rows> {
    return read(await this.other('versions'), new Scan());
  }

  async asOf(timestamp: number): Promise<Rows> {
    return read(await this.other('versions'), new Scan({ asOf: timestamp }));
  }

  async newest(keys: readonly string[], count: number): Promise<readonly (readonly Uint8Array[])[]> {
    const table = await this.other('versions');
    const rows = await table.get(keys.map((row) => ({ row, versions: count })));
    return rows.map((row) => row.cells.map(({ value }) => value));
  }

  exchange({ key, value }: Row): Promise<Uint8Array | null> {
    return this.connection.transact(async (transaction) => {
      const rows = transaction.table(this.rows);
      const old = await rows.get(key);
      rows.put(new Put(key).addColumn(FAMILY, QUALIFIER, value));
      return old.getValue(FAMILY, QUALIFIER);
    });
  }

  async openNotes(isIndexed: boolean): Promise<NoteTable> {
    // For `flush`, as in `load`.
    void this.other('marks');
    const indexes = isIndexed ? { indexes: NOTE_INDEXES } : {};
    const table = await this.connection.ensureTable({ name: 'notes', families: [FAMILY], ...indexes });
    const read = async (scan: Scan) => (await table.getScanner(scan).toArray()).map(toNote);
    return {
      put: (note) => table.put(putOf(note)),
      putAll: (notes) => table.put(notes.map(putOf)),
      scan: (from, limit) => read(new Scan({ start: from, limit })),
      find: (column, text) => read(new Scan({ index: column, equals: text })),
    };
  }

  async keepHistory(): Promise<void> {
    this.rows = await this.other('history');
  }

  async compact(): Promise<void> {
    const admin = this.connection.getAdmin();
    await admin.flush('rows');
    await admin.majorCompact('rows');
  }

  /** A table that most workloads do not use. */
  private other(name: 'versions' | 'marks' | 'history'): Promise<Table> {
    const made =
      this.others.get(name) ??
      this.connection.ensureTable({ name, families: [{ name: FAMILY, maxVersions: ALL_VERSIONS }] });
    this.others.set(name, made);
    return made;
  }
}

function putOf({ key, value, kind, day }: Note): Put {
  return new Put(key).addColumn(FAMILY, QUALIFIER, value).addColumn(FAMILY, 'kind', kind).addColumn(FAMILY, 'day', day);
}

function toNote(row: Result): Note {
  return {
    key: row.key as string,
    value: row.getValue(FAMILY, QUALIFIER) as Uint8Array,
    kind: row.getText(FAMILY, 'kind') as string,
    day: row.getText(FAMILY, 'day') as string,
  };
}

async function read(table: Table, scan: Scan): Promise<Rows> {
  const keys: string[] = [];
  const values: Uint8Array[] = [];
  for await (const batch of table.getScanner(scan).batches()) {
    for (const row of batch) {
      keys.push(Bytes.toText(row.row as Uint8Array));
      values.push(row.value() as Uint8Array);
    }
  }
  return { keys, values };
}
