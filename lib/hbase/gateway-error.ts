import { BigtabError, type ErrorCode } from '../errors.js';
import type { Failure } from './thrift/message.js';

/** Our codes of HBase's classes. Any other class is an INVALID_OPERATION: most extend DoNotRetryIOException. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  IllegalArgumentException: 'INVALID_ARGUMENT',
  DoNotRetryIOException: 'INVALID_OPERATION',
  UnsupportedOperationException: 'UNSUPPORTED_OPERATION',
  WrongRowIOException: 'WRONG_ROW_IO',
  TableNotFoundException: 'TABLE_NOT_FOUND',
  TableExistsException: 'TABLE_EXISTS',
  TableNotEnabledException: 'TABLE_NOT_ENABLED',
  TableNotDisabledException: 'TABLE_NOT_DISABLED',
  NoSuchColumnFamilyException: 'NO_SUCH_COLUMN_FAMILY',
  FailedSanityCheckException: 'FAILED_SANITY_CHECK',
  RowTooBigException: 'ROW_TOO_BIG',
  IncompatibleFilterException: 'INCOMPATIBLE_FILTER',
  InvalidFamilyOperationException: 'INVALID_FAMILY_OPERATION',
  NamespaceNotFoundException: 'NAMESPACE_NOT_FOUND',
  NamespaceExistException: 'NAMESPACE_EXIST',
  ConstraintException: 'CONSTRAINT',
  QuotaExceededException: 'QUOTA_EXCEEDED',
  RegionTooBusyException: 'REGION_TOO_BUSY',
  HBaseIOException: 'HBASE_IO',
  IOException: 'IO',
};

/** What HBase means where its text is only a name. */
const NAME_ONLY: { readonly [Code in ErrorCode]?: readonly [kind: 'table' | 'namespace', says: string] } = {
  TABLE_NOT_FOUND: ['table', 'does not exist'],
  TABLE_EXISTS: ['table', 'exists'],
  TABLE_NOT_ENABLED: ['table', 'is disabled'],
  TABLE_NOT_DISABLED: ['table', 'is enabled; disable it first'],
  NAMESPACE_NOT_FOUND: ['namespace', 'does not exist'],
};

/** Texts of errors without a class, and the class that HBase's client throws with them. */
const WITHOUT_CLASS: readonly (readonly [RegExp, string])[] = [
  [/ is disabled\.?$|state=DISABLED$/, 'TableNotEnabledException'],
  [/state=ENABLED$/, 'TableNotDisabledException'],
  [/exceed.*(quota|allowed)|quota.*exceed|^The table \S+ is not allowed to have/i, 'QuotaExceededException'],
  [/^[^\s=]+$/, 'TableNotFoundException'],
];

/** Classes with which HBase reports that a part of the cluster is not running, or did not answer in time. */
const UNAVAILABLE = /NotRunning|NotServing|PleaseHold|Timeout|RetriesExhausted|NoServerForRegion|Connect|ServerStopped/;

/** Methods that change nothing, so that a call without success has no outcome to be known. */
const READS = /^(get|exist|open|close|is|list|tableExists)/;

/** HBase's class and text in the message of an error: `package.Class: text`, then the lines of a Java stack. */
const CLASS_AND_TEXT = /^((?:[a-z]\w*\.)+[A-Z]\w*): ?(.*)$/;

/** The message of a list: the number of failures, then the different ones, each with its number. */
const LIST = /^Failed (\d+) actions?: (.*?)(?:: \d+ times?\b.*)?$/;

/** The name in `t`, `tableName=t, state=ENABLED` and `t is disabled.`. */
const NAME = /^(?:.*tableName=)?([^\s,]+)(?:, state=\w+| is disabled\.?)?$/;

/** Whether a method changes nothing, however often it runs. */
export function changesNothing(method: string): boolean {
  return READS.test(method);
}

/** A missing family. HBase's text goes on with the whole descriptor of the table. */
const NO_FAMILY = /^Column family (.+?) does not exist in region .+? in table '([^']+)'/;

/**
 * The error of a call that the gateway answered with a failure. `details.failures` of a list of writes: how many of them
 * failed.
 */
export function gatewayError(method: string, { kind, message }: Failure): BigtabError {
  const line = firstLine(message);
  if (kind !== 'io') {
    // The gateway's text has no reason: the class and the text of an unchecked exception are only in its log.
    const text = `HBase could not run ${method}: ${line}`;
    return new BigtabError(kind === 'illegal' ? 'INVALID_ARGUMENT' : 'INVALID_OPERATION', text, {
      details: { method },
    });
  }
  const { hbaseClass, text, failures } = readLine(line);
  const simple = hbaseClass.slice(hbaseClass.lastIndexOf('.') + 1);
  const code = CODES[simple] ?? 'INVALID_OPERATION';
  const details = { method, hbaseClass, ...(failures !== undefined && { failures }) };
  if (UNAVAILABLE.test(simple)) {
    const outcome = changesNothing(method) ? 'none' : 'unknown';
    const advice = outcome === 'unknown' ? ' It may have been applied.' : '';
    return new BigtabError('STORAGE_UNAVAILABLE', `HBase could not finish ${method}: ${simple}: ${text}.${advice}`, {
      details: { ...details, reason: 'cluster', outcome },
    });
  }
  if (code === 'QUOTA_EXCEEDED') return new BigtabError(code, text, { details: { ...details, ...quotaOf(text) } });
  const [, family, table] = NO_FAMILY.exec(text) ?? [];
  if (family !== undefined) {
    return new BigtabError(code, `Column family '${family}' does not exist in table '${table}'`, {
      details: { ...details, table, family },
    });
  }
  const [of, says] = NAME_ONLY[code] ?? [];
  const name = NAME.exec(text)?.[1];
  if (of === undefined || name === undefined) return new BigtabError(code, text, { details });
  const subject = of === 'table' ? 'Table' : 'Namespace';
  return new BigtabError(code, `${subject} '${name}' ${says}`, { details: { ...details, [of]: name } });
}

/** What a line says. A list fails with several errors, of which the first one is taken. */
function readLine(line: string): {
  readonly hbaseClass: string;
  readonly text: string;
  readonly failures?: number;
} {
  const [, count, first] = LIST.exec(line) ?? [];
  if (first !== undefined) return { ...readLine(first), failures: Number(count) };
  const [, hbaseClass, text] = CLASS_AND_TEXT.exec(line) ?? [];
  if (hbaseClass !== undefined) return { hbaseClass, text: text || line };
  // In a list, some errors are only the name of their class.
  if (/^[A-Z]\w*Exception$/.test(line)) return { hbaseClass: line, text: 'HBase reports no other reason' };
  return { hbaseClass: WITHOUT_CLASS.find(([pattern]) => pattern.test(line))?.[1] ?? 'IOException', text: line };
}

/** The table that exceeds the quota of its namespace, from a text such as `The table ns:t cannot be created as …`. */
function quotaOf(text: string): { readonly table?: string; readonly namespace?: string } {
  const table = /^The table (\S+) /.exec(text)?.[1];
  if (table === undefined) return {};
  return { table, namespace: table.includes(':') ? (table.split(':')[0] as string) : 'default' };
}

/**
 * The line that has the class and the text. Where HBase's client has tried several times, that is the cause in the list
 * of attempts, or else the end of the first attempt's line.
 */
function firstLine(message: string): string {
  const [line = ''] = message.split('\n');
  if (!/^Failed after attempts=\d+/.test(line)) return line;
  // A class alone, without a text, is not the name of a table.
  const cause = /^Caused by: (.*)$/m.exec(message)?.[1]?.replace(/^[\w.]+(?:Exception|Error)$/, '$&: ');
  return cause ?? /^.*\}, (?:java\.io\.IOException: (?=[\w.]+: ))?(.*)$/m.exec(message)?.[1] ?? line;
}
