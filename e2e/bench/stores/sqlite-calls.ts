import type { PackedValues } from './packed-values.js';
import type { SqliteFunctions } from './sqlite-functions.js';

const SQLITE_ROW = 100;
const SQLITE_DONE = 101;
/** The destructor for parameters that stay in place until they are bound again. */
const SQLITE_STATIC = 0;

/**
 * Runs prepared statements through SQLite's C functions, with parameters that are bound in place, in SQLite's memory.
 */
export abstract class SqliteCalls {
  protected readonly sqlite: SqliteFunctions;
  /** The address to which parameters are copied. */
  protected address = 0;
  private size = 0;
  private readonly encoder = new TextEncoder();

  constructor(sqlite: SqliteFunctions) {
    this.sqlite = sqlite;
  }

  dispose(): void {
    this.sqlite.free(this.address);
  }

  /** Binds a key as the first parameter of the statement. REQUIRES that its other parameters are numbers. */
  protected bindKey(statement: number, key: string): void {
    this.reserve(key.length * 3);
    this.writeText(statement, 1, key, this.address);
  }

  /**
   * Writes a text at `address` and binds it. Returns its end. REQUIRES room for three bytes for each of its characters.
   */
  protected writeText(statement: number, index: number, text: string, address: number): number {
    const room = this.sqlite.memory().subarray(address, address + text.length * 3);
    const end = address + this.encoder.encodeInto(text, room).written;
    this.bindText(statement, index, address, end);
    return end;
  }

  /** Writes bytes at `address` and binds them. REQUIRES room for them. */
  protected writeBlob(statement: number, index: number, bytes: Uint8Array, address: number): void {
    this.sqlite.memory().set(bytes, address);
    this.bindBlob(statement, index, address, address + bytes.length);
  }

  protected bindText(statement: number, index: number, start: number, end: number): void {
    this.check(this.sqlite.sqlite3_bind_text(statement, index, start, end - start, SQLITE_STATIC));
  }

  protected bindBlob(statement: number, index: number, start: number, end: number): void {
    this.check(this.sqlite.sqlite3_bind_blob(statement, index, start, end - start, SQLITE_STATIC));
  }

  /** Copies packed bytes into SQLite's memory, one after the other, and returns their address. */
  protected copy(keys: PackedValues, values?: PackedValues): number {
    this.reserve(keys.bytes.length + (values?.bytes.length ?? 0));
    const memory = this.sqlite.memory();
    memory.set(keys.bytes, this.address);
    if (values !== undefined) memory.set(values.bytes, this.address + keys.bytes.length);
    return this.address;
  }

  /**
   * Makes room for parameters; those of earlier calls are lost. It returns an address even if there are no bytes,
   * because a null address would mean NULL.
   */
  protected reserve(bytes: number): void {
    if (this.size > bytes) return;
    this.sqlite.free(this.address);
    this.size = Math.max(bytes + 1, this.size * 2);
    this.address = this.sqlite.allocate(this.size);
  }

  protected run(statement: number): void {
    while (this.step(statement));
    this.reset(statement);
  }

  /** Returns whether there is a row. */
  protected step(statement: number): boolean {
    const code = this.sqlite.sqlite3_step(statement);
    if (code === SQLITE_ROW) return true;
    if (code === SQLITE_DONE) return false;
    const error = this.sqlite.error();
    this.sqlite.sqlite3_reset(statement);
    throw error;
  }

  protected reset(statement: number): void {
    this.check(this.sqlite.sqlite3_reset(statement));
  }

  protected check(code: number): void {
    if (code !== 0) throw this.sqlite.error();
  }
}
