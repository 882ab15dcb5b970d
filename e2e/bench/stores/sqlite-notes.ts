import type { Database, PreparedStatement } from '@sqlite.org/sqlite-wasm';
import type { Note, NoteColumn } from './notes.js';
import type { PackedRows } from './packed-rows.js';
import type { RowSink } from './row-sink.js';
import type { ServedNotes } from './served-notes.js';
import { SqliteCalls } from './sqlite-calls.js';
import type { SqliteFunctions } from './sqlite-functions.js';
import type { SqliteRows } from './sqlite-rows.js';

const CREATE_TABLE =
  'CREATE TABLE IF NOT EXISTS notes (key TEXT PRIMARY KEY, kind TEXT, day TEXT, value BLOB) WITHOUT ROWID;';
const CREATE_INDEXES = `
  CREATE INDEX IF NOT EXISTS notes_by_kind ON notes (kind);
  CREATE INDEX IF NOT EXISTS notes_by_day ON notes (day);`;

/** An entry of an index ends with the key of its row, so no statement sorts. */
const STATEMENTS = {
  put: 'REPLACE INTO notes VALUES (?, ?, ?, ?)',
  scan: 'SELECT key, kind, day, value FROM notes WHERE key >= ? ORDER BY key LIMIT ?',
  kind: 'SELECT key, kind, day, value FROM notes WHERE kind = ? ORDER BY key',
  day: 'SELECT key, kind, day, value FROM notes WHERE day = ? ORDER BY key',
} as const;

/** The table of notes in SQLite's own build. Its statements are prepared when it is opened. */
export class SqliteNotes extends SqliteCalls implements ServedNotes {
  private readonly database: Database;
  private readonly rows: SqliteRows;
  private prepared: readonly PreparedStatement[] = [];
  private statements!: Readonly<Record<keyof typeof STATEMENTS, number>>;

  /** `rows`: runs transactions of the same database. */
  constructor(sqlite: SqliteFunctions, database: Database, rows: SqliteRows) {
    super(sqlite);
    this.database = database;
    this.rows = rows;
  }

  open(isIndexed: boolean): void {
    this.database.exec(isIndexed ? [CREATE_TABLE, CREATE_INDEXES] : CREATE_TABLE);
    const prepare = (sql: string): number => {
      const statement = this.database.prepare(sql);
      this.prepared = [...this.prepared, statement];
      return statement.pointer as number;
    };
    this.statements = {
      put: prepare(STATEMENTS.put),
      scan: prepare(STATEMENTS.scan),
      kind: prepare(STATEMENTS.kind),
      day: prepare(STATEMENTS.day),
    };
  }

  override dispose(): void {
    for (const statement of this.prepared) statement.finalize();
    super.dispose();
  }

  put({ key, kind, day, value }: Note): void {
    const { put } = this.statements;
    // A character has at most three bytes.
    this.reserve((key.length + kind.length + day.length) * 3 + value.length);
    const keyEnd = this.writeText(put, 1, key, this.address);
    const kindEnd = this.writeText(put, 2, kind, keyEnd);
    const dayEnd = this.writeText(put, 3, day, kindEnd);
    this.writeBlob(put, 4, value, dayEnd);
    this.run(put);
  }

  putAll({ keys, values }: PackedRows): void {
    const { put } = this.statements;
    this.rows.transaction('beginWrite', () => {
      let text = this.copy(keys, values);
      let value = text + keys.bytes.length;
      const [firstText, firstValue] = [text, value];
      for (let at = 0; at < values.ends.length; at++) {
        for (let column = 0; column < 3; column++) {
          const end = firstText + (keys.ends[at * 3 + column] as number);
          this.bindText(put, column + 1, text, end);
          text = end;
        }
        const end = firstValue + (values.ends[at] as number);
        this.bindBlob(put, 4, value, end);
        value = end;
        this.run(put);
      }
    });
  }

  scan(from: string, limit: number, sink: RowSink): void {
    const { scan } = this.statements;
    this.bindKey(scan, from);
    this.check(this.sqlite.sqlite3_bind_double(scan, 2, limit));
    this.readNotes(scan, sink);
  }

  find(column: NoteColumn, text: string, sink: RowSink): void {
    const statement = this.statements[column];
    this.bindKey(statement, text);
    this.readNotes(statement, sink);
  }

  private readNotes(statement: number, sink: RowSink): void {
    const { sqlite } = this;
    while (this.step(statement)) {
      const key = sqlite.sqlite3_column_text(statement, 0);
      const keyEnd = key + sqlite.sqlite3_column_bytes(statement, 0);
      const kind = sqlite.sqlite3_column_text(statement, 1);
      const kindEnd = kind + sqlite.sqlite3_column_bytes(statement, 1);
      const day = sqlite.sqlite3_column_text(statement, 2);
      const dayEnd = day + sqlite.sqlite3_column_bytes(statement, 2);
      const value = sqlite.sqlite3_column_blob(statement, 3);
      const valueEnd = value + sqlite.sqlite3_column_bytes(statement, 3);
      const memory = sqlite.memory();
      sink.add(memory, key, keyEnd, value, valueEnd);
      sink.addText(memory, kind, kindEnd);
      sink.addText(memory, day, dayEnd);
    }
    this.reset(statement);
  }
}
