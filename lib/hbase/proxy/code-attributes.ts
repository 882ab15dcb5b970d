/*
 * Attributes of tables, families and namespaces that name code. HBase runs a region with the settings of the cluster, then
 * the attributes of its table, then the configuration and the attributes of the family: each may replace any setting. So a
 * name that is not known to be harmless counts as one of code, unless its value cannot be a class or a path:
 *
 *   name                                   values that are no code
 *   contains `coprocessor`, in any case    none: `coprocessor$1` names a jar, and `hbase.coprocessor.…` classes
 *   SPLIT_POLICY, FLUSH_POLICY             none
 *   OWNER, ENCRYPTION_KEY                  all
 *   others in capitals: those of HBase     words, such as the names of algorithms
 *   with a dot: a setting                  numbers, true and false; names of HBase's own parts for a few
 *   others: the user's own                 all: HBase does not read them
 */
import { decodeText } from '../../bytes/text.js';

const DOT = 0x2e;

const COPROCESSOR = /coprocessor/i;
const POLICY = /^\s*(?:SPLIT|FLUSH)_POLICY\s*$/i;
const CAPITALS = /^[A-Z\d_\s]*$/;

const ANY = /^/;
const WORDS = /^[\w -]*$/;
const NUMBER_OR_FLAG = /^(?:[+-]?\d+(?:\.\d+)?(?: ?[A-Za-z]{1,7})?|true|false)$/i;
/** HBase takes another name for that of a class. HBase 2.6 writes one of these into each new table. */
const FILE_TRACKER = /^(?:DEFAULT|FILE|MIGRATION)$/i;

const KNOWN: ReadonlyMap<string, RegExp> = new Map([
  ['OWNER', ANY],
  ['ENCRYPTION_KEY', ANY],
  ['hbase.rsgroup.name', /^\w+$/],
  ['hbase.store.file-tracker.impl', FILE_TRACKER],
  ['hbase.store.file-tracker.migration.src.impl', FILE_TRACKER],
  ['hbase.store.file-tracker.migration.dst.impl', FILE_TRACKER],
]);

/** Longer values count as code, unless any are allowed. Longer names are read up to here: no known one is as long. */
const LONGEST = 256;

/** Whether HBase can read an attribute as the name of a class, or as the path of a file. */
export function namesCode(key: Uint8Array, value: Uint8Array): boolean {
  const name = decodeText(key.subarray(0, LONGEST));
  if (COPROCESSOR.test(decodeText(key)) || POLICY.test(name)) return true;
  const values = KNOWN.get(name) ?? (key.includes(DOT) ? NUMBER_OR_FLAG : CAPITALS.test(name) ? WORDS : ANY);
  return values !== ANY && (value.length > LONGEST || !values.test(decodeText(value)));
}
