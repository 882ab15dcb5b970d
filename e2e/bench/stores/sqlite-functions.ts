/**
 * The C functions of a SQLite build that are called for every row. Their arguments are not converted: statements and
 * addresses are numbers.
 */
export interface SqliteFunctions {
  /** The memory that addresses refer to. Valid until the next call of SQLite, which may grow it. */
  memory(): Uint8Array;
  /** Throws if there is no memory left. */
  allocate(bytes: number): number;
  free(address: number): void;
  /** The last error. */
  error(): Error;

  sqlite3_step(statement: number): number;
  sqlite3_reset(statement: number): number;
  sqlite3_bind_text(statement: number, index: number, address: number, bytes: number, destructor: number): number;
  sqlite3_bind_blob(statement: number, index: number, address: number, bytes: number, destructor: number): number;
  sqlite3_bind_double(statement: number, index: number, value: number): number;
  sqlite3_column_text(statement: number, column: number): number;
  sqlite3_column_blob(statement: number, column: number): number;
  sqlite3_column_bytes(statement: number, column: number): number;
}
