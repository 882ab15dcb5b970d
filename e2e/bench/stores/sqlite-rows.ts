import type { PackedRows } from './packed-rows.js';
import type { PackedValues } from './packed-values.js';
import type { RowSink } from './row-sink.js';
import { SqliteCalls } from './sqlite-calls.js';
import type { SqliteFunctions } from './sqlite-functions.js';
import type { Statements } from './sqlite-statements.js';

/**
 * Reads and writes rows through SQLite's C functions, without creating a text, array or object for each row. Compiled
 * once for each build.
 */
export class SqliteRows extends SqliteCalls {
  private readonly statements: Statements;

  /** REQUIRES prepared statements, which the caller finalizes. */
  constructor(sqlite: SqliteFunctions, statements: Statements) {
    super(sqlite);
    this.statements = statements;
  }

  put(key: string, value: Uint8Array): void {
    this.write(this.statements.put, key, value);
  }

  /** Reads a stored row and updates it, in one transaction. */
  exchange(key: string, value: Uint8Array): Uint8Array | null {
    let old: Uint8Array | null = null;
    this.transaction('beginWrite', () => {
      old = this.get(key);
      this.write(this.statements.update, key, value);
    });
    return old;
  }

  /** Runs a statement whose parameters are a key and a value. */
  private write(statement: number, key: string, value: Uint8Array): void {
    // A character has at most three bytes.
    this.reserve(key.length * 3 + value.length);
    const end = this.writeText(statement, 1, key, this.address);
    this.writeBlob(statement, 2, value, end);
    this.run(statement);
  }

  get(key: string): Uint8Array | null {
    const { get } = this.statements;
    this.bindKey(get, key);
    const value = this.step(get) ? this.valueCopy(get) : null;
    this.reset(get);
    return value;
  }

  /** Runs synchronous `work` in a transaction. */
  transaction(begin: 'beginRead' | 'beginWrite', work: () => void): void {
    this.run(this.statements[begin]);
    try {
      work();
    } catch (error) {
      this.run(this.statements.rollback);
      throw error;
    }
    this.run(this.statements.commit);
  }

  putAll({ keys, values }: PackedRows): void {
    const { put } = this.statements;
    const key = this.copy(keys, values);
    const value = key + keys.bytes.length;
    for (let at = 0, keyStart = 0, valueStart = 0; at < keys.ends.length; at++) {
      const keyEnd = keys.ends[at] as number;
      const valueEnd = values.ends[at] as number;
      this.bindText(put, 1, key + keyStart, key + keyEnd);
      this.bindBlob(put, 2, value + valueStart, value + valueEnd);
      this.run(put);
      keyStart = keyEnd;
      valueStart = valueEnd;
    }
  }

  putVersions({ keys, values }: PackedRows, timestamps: Float64Array): void {
    const { putVersion } = this.statements;
    const key = this.copy(keys, values);
    const value = key + keys.bytes.length;
    for (let at = 0, keyStart = 0, valueStart = 0; at < keys.ends.length; at++) {
      const keyEnd = keys.ends[at] as number;
      const valueEnd = values.ends[at] as number;
      this.bindText(putVersion, 1, key + keyStart, key + keyEnd);
      // The column stores it as an integer.
      this.check(this.sqlite.sqlite3_bind_double(putVersion, 2, timestamps[at] as number));
      this.bindBlob(putVersion, 3, value + valueStart, value + valueEnd);
      this.run(putVersion);
      keyStart = keyEnd;
      valueStart = valueEnd;
    }
  }

  removeAll(keys: PackedValues): void {
    this.forEachKey(keys, this.statements.remove, (remove) => this.run(remove));
  }

  getMany(keys: PackedValues, sink: RowSink): void {
    this.forEachKey(keys, this.statements.get, (get) => {
      if (this.step(get)) this.addValue(get, 0, sink);
      else sink.addMissing();
      this.reset(get);
    });
  }

  newest(keys: PackedValues, count: number, sink: RowSink): void {
    const { newest } = this.statements;
    this.check(this.sqlite.sqlite3_bind_double(newest, 2, count));
    this.forEachKey(keys, newest, () => {
      let missing = count;
      for (; this.step(newest); missing--) this.addValue(newest, 0, sink);
      for (; missing > 0; missing--) sink.addMissing();
      this.reset(newest);
    });
  }

  scan(from: string, limit: number, sink: RowSink): void {
    const { scan } = this.statements;
    this.bindKey(scan, from);
    this.check(this.sqlite.sqlite3_bind_double(scan, 2, limit));
    this.readRows(scan, sink);
  }

  scanAll(sink: RowSink): void {
    this.readRows(this.statements.scanAll, sink);
  }

  latest(sink: RowSink): void {
    this.readRows(this.statements.latest, sink);
  }

  asOf(timestamp: number, sink: RowSink): void {
    const { asOf } = this.statements;
    this.check(this.sqlite.sqlite3_bind_double(asOf, 1, timestamp));
    this.readRows(asOf, sink);
  }

  private readRows(statement: number, sink: RowSink): void {
    const { sqlite } = this;
    while (this.step(statement)) {
      const key = sqlite.sqlite3_column_text(statement, 0);
      const keyEnd = key + sqlite.sqlite3_column_bytes(statement, 0);
      const value = sqlite.sqlite3_column_blob(statement, 1);
      const valueEnd = value + sqlite.sqlite3_column_bytes(statement, 1);
      sink.add(sqlite.memory(), key, keyEnd, value, valueEnd);
    }
    this.reset(statement);
  }

  private addValue(statement: number, column: number, sink: RowSink): void {
    const value = this.sqlite.sqlite3_column_blob(statement, column);
    const end = value + this.sqlite.sqlite3_column_bytes(statement, column);
    sink.addValue(this.sqlite.memory(), value, end);
  }

  /** A copy of the value of a row of `get`. */
  private valueCopy(get: number): Uint8Array {
    const value = this.sqlite.sqlite3_column_blob(get, 0);
    const end = value + this.sqlite.sqlite3_column_bytes(get, 0);
    return this.sqlite.memory().slice(value, end);
  }

  /** Calls `work` with each key bound as the first parameter of the statement. */
  private forEachKey(keys: PackedValues, statement: number, work: (statement: number) => void): void {
    const address = this.copy(keys);
    let start = 0;
    for (const end of keys.ends) {
      this.bindText(statement, 1, address + start, address + end);
      work(statement);
      start = end;
    }
  }
}
