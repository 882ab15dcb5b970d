import type { ProxiedCall } from './read-call.js';
import { Refusal } from './refusal.js';
import { isSystemTable, type TablePatterns } from './table-pattern.js';

/** What a request may do. */
export interface Rights {
  readonly readOnly: boolean;
  /** Whether tables and namespaces may be created, altered and deleted. */
  readonly changeTables: boolean;
  /** Whether attributes may name code, which region servers then load. */
  readonly allowCode: boolean;
  /** Each of these must have every table that a call names. */
  readonly tables: readonly TablePatterns[];
  /** Whether HBase decides about some rights, because calls run as another user. */
  readonly decidedByHBase: boolean;
}

const TABLES = 'the option tables (--tables) and the tables that the login hook returns';
const SYSTEM = `Allow hbase:* in ${TABLES}.`;

/** Throws a Refusal with 403, which says what to change, if `call` is not allowed. */
export function checkRights(call: ProxiedCall, rights: Rights): void {
  const { method, kind, tables } = call;
  if (kind === 'open') return;
  checkChange(call, rights);
  if (kind === 'scanner') checkScanner(call, rights);
  const hasAll = rights.tables.every(({ all }) => all);
  if (tables.length === 0 && !hasAll) {
    throw new Refusal(403, `${method} names no table, so it needs rights to all tables. Allow * in ${TABLES}.`);
  }
  if (call.system && !rights.tables.every(({ system }) => system)) {
    throw new Refusal(
      403,
      `${method} concerns the namespace hbase, that of HBase itself, which * does not include. ${SYSTEM}`,
    );
  }
  for (const table of tables) {
    if (rights.tables.every((patterns) => patterns.has(table))) continue;
    const shown = JSON.stringify(table.slice(0, 100));
    throw new Refusal(
      403,
      isSystemTable(table)
        ? `${method} names ${shown}, a table of HBase itself, which * does not include. ${SYSTEM}`
        : `${method} names the table ${shown}, which is not allowed here. Allow it in ${TABLES}.`,
    );
  }
}

/** Refuses writes and changes of tables to those who may only do less. */
function checkChange({ method, kind, code }: ProxiedCall, rights: Rights): void {
  if (rights.readOnly && (kind === 'write' || kind === 'admin')) {
    throw new Refusal(
      403,
      `${method} is not a read, and only reads are allowed here. To allow it, leave out readOnly (--read-only) in the proxy's options and in what the login hook returns.`,
    );
  }
  if (!rights.changeTables && kind === 'admin') {
    throw new Refusal(
      403,
      `${method} changes tables or namespaces, which is not allowed here. To allow it, leave out changeTables: false (--no-change-tables) in the proxy's options and in what the login hook returns.`,
    );
  }
  if (!rights.allowCode && code !== null) {
    const shown = JSON.stringify(code.slice(0, 100));
    throw new Refusal(
      403,
      `${method} sets ${shown}, which HBase can read as the name of a class or a file that its servers load, with rights to all tables. Give a setting a number, true or false; name your own attributes in lower case, without a dot. Or allow code with allowCode: true (--allow-code).`,
    );
  }
}

/**
 * A scanner is a small number that any user can guess, and a call with one names no table. So a user may not open a scanner
 * who may not read what all others can have opened.
 */
function checkScanner({ method, tables }: ProxiedCall, rights: Rights): void {
  if (rights.decidedByHBase || rights.tables.some(({ all }) => !all)) {
    throw new Refusal(
      403,
      `${method} works with the number of a scanner, which could be another user's, so it needs rights to all tables. Scan without filters that count rows, or allow * in ${TABLES}.`,
    );
  }
  if (tables.some(isSystemTable)) {
    throw new Refusal(
      403,
      `${method} would open a scanner of a table of HBase itself, from which all users could read.`,
    );
  }
}
