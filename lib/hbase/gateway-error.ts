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

/** HBase's class and text in the message of an error: `package.Class: text`, then the lines of a Java stack. */
const CLASS_AND_TEXT = /^(?:Failed \d+ actions?: )?((?:[a-z]\w*\.)+([A-Z]\w*)): ?(.*)$/;

/** The name in `t`, `tableName=t, state=ENABLED` and `t is disabled.`. */
const NAME = /^(?:.*tableName=)?([^\s,]+)(?:, state=\w+| is disabled\.?)?$/;

/** The error of a call that the gateway answered with a failure. */
export function gatewayError(method: string, { kind, message }: Failure): BigtabError {
  const line = firstLine(message);
  if (kind !== 'io') {
    // The gateway's text has no reason: the class and the text of an unchecked exception are only in its log.
    const text = `HBase could not run ${method}: ${line}`;
    return new BigtabError(kind === 'illegal' ? 'INVALID_ARGUMENT' : 'INVALID_OPERATION', text, {
      details: { method },
    });
  }
  const found = CLASS_AND_TEXT.exec(line);
  const simple = found?.[2] ?? WITHOUT_CLASS.find(([text]) => text.test(line))?.[1] ?? 'IOException';
  const code = CODES[simple] ?? 'INVALID_OPERATION';
  const text = found?.[3] || line;
  const details = { method, hbaseClass: found?.[1] ?? simple };
  if (code === 'QUOTA_EXCEEDED') return new BigtabError(code, text, { details: { ...details, ...quotaOf(text) } });
  const [of, says] = NAME_ONLY[code] ?? [];
  const name = NAME.exec(text)?.[1];
  if (of === undefined || name === undefined) return new BigtabError(code, text, { details });
  const subject = of === 'table' ? 'Table' : 'Namespace';
  return new BigtabError(code, `${subject} '${name}' ${says}`, { details: { ...details, [of]: name } });
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
  const cause = /^Caused by: (.*)$/m.exec(message)?.[1];
  return cause ?? /^.*\}, (?:java\.io\.IOException: (?=[\w.]+: ))?(.*)$/m.exec(message)?.[1] ?? line;
}
