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

/** Texts of errors without a class, and the class that HBase's client throws with them. */
const WITHOUT_CLASS: readonly (readonly [RegExp, string])[] = [
  [/ is disabled\.?$/, 'TableNotEnabledException'],
  [/state=ENABLED$/, 'TableNotDisabledException'],
  [/state=DISABLED$/, 'TableNotEnabledException'],
  [/exceed(ed|ing)? .*quota|quota.*exceed/i, 'QuotaExceededException'],
];

/** HBase's class and text in the message of an error: `package.Class: text`, then the lines of a Java stack. */
const CLASS_AND_TEXT = /^(?:Failed \d+ actions?: )?((?:[a-z]\w*\.)+([A-Z]\w*)): ?(.*)$/;

/** The error of a call that the gateway answered with a failure. */
export function gatewayError(method: string, { kind, message }: Failure): BigtabError {
  const [line = ''] = message.split('\n');
  if (kind !== 'io') {
    // The gateway's text has no reason: the class and the text of an unchecked exception are only in its log.
    const text = `HBase could not run ${method}: ${line}`;
    return new BigtabError(kind === 'illegal' ? 'INVALID_ARGUMENT' : 'INVALID_OPERATION', text, {
      details: { method },
    });
  }
  const found = CLASS_AND_TEXT.exec(line);
  const simple = found?.[2] ?? WITHOUT_CLASS.find(([text]) => text.test(line))?.[1] ?? nameOnly(line);
  const details = { method, hbaseClass: found?.[1] ?? simple };
  return new BigtabError(CODES[simple] ?? 'INVALID_OPERATION', found?.[3] || line, { details });
}

/** A TableNotFoundException has only the name of the table as its text. */
function nameOnly(line: string): string {
  return /^[\w.:-]+$/.test(line) ? 'TableNotFoundException' : 'IOException';
}
