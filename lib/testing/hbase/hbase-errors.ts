/*
 * The engine's errors as the gateway reports them. Three parts of HBase fail: a server, whose error has the name of its
 * class; the client inside the gateway, whose error has only a text; and the gateway itself, which gives no text.
 */
import type { MethodName } from '../../hbase/thrift/methods.js';
import { BigtabError } from '../../index.js';
import {
  actionText,
  GatewayFailure,
  internalError,
  listError,
  plainError,
  retriedError,
  serverError,
} from './gateway-failure.js';
import { SERVER_NAME } from './region-locations.js';

/** The table of a call. */
export interface TableOfCall {
  /** Its name, if the call has it as an argument. */
  readonly name: string | undefined;
  /** A table as HBase's texts describe it. */
  describe(name: string): string;
}

/** The parts of an error that its report needs. The causes of a list have no details. */
interface Reported extends Pick<BigtabError, 'code' | 'message'> {
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Calls that HBase's client sends as a list of actions. */
const WRITE_LISTS: readonly MethodName[] = ['putMultiple', 'deleteMultiple', 'mutateRow', 'checkAndMutate'];
const READ_LISTS: readonly MethodName[] = ['existsAll', 'getMultiple'];

/** Calls of the master in which the client itself notices that a table is missing. */
const LOOKS_UP: readonly MethodName[] = ['getTableDescriptor', 'isTableEnabled', 'isTableDisabled', 'enableTable'];

const BYPASS = 'Set hbase.table.sanity.checks to false at conf or table descriptor if you want to bypass sanity checks';

/** The part of the engine's texts that HBase has too; Bigtab's explain more. */
const HBASE_PART =
  /^Field is not a long, it's \d+ bytes wide|^Cell with size .* bytes|^TTL for column family .* must be positive\.|^Replication scope .* which is invalid\./;

/** The packages below `org.apache.hadoop.hbase` of the classes that are not in it. */
const PACKAGES: Readonly<Record<string, string>> = {
  NoSuchColumnFamilyException: 'regionserver.',
  RowTooBigException: 'regionserver.',
  FailedSanityCheckException: 'exceptions.',
  ConstraintException: 'constraint.',
  QuotaExceededException: 'quotas.',
  IncompatibleFilterException: 'filter.',
};

/** What the gateway answers if `error` occurs in a call of `method`. Rethrows what is not an error of the engine. */
export function failureOf(method: MethodName, error: unknown, table: TableOfCall): GatewayFailure {
  if (error instanceof GatewayFailure) return error;
  if (!BigtabError.is(error)) throw error;
  const name = table.name ?? error.details.table;
  const known = { ...table, name: typeof name === 'string' ? name : '' };
  if (error.code === 'BATCH_FAILED') return listFailure(method, error.details.causes as readonly Reported[], known);
  if (WRITE_LISTS.includes(method)) return listFailure(method, [error], known);
  const isData = READ_LISTS.includes(method) || table.name !== undefined || method === 'getScannerRows';
  return isData ? dataFailure(method, error, known) : masterFailure(method, error);
}

type KnownTable = TableOfCall & { readonly name: string };

/** A call for one row or a scan. */
function dataFailure(method: MethodName, error: Reported, table: KnownTable): GatewayFailure {
  switch (error.code) {
    case 'INVALID_ARGUMENT':
      return internalError(method);
    case 'TABLE_NOT_FOUND':
      return plainError(table.name);
    case 'TABLE_NOT_ENABLED':
      return plainError(`${table.name} is disabled.`);
    case 'INCOMPATIBLE_FILTER':
      return retriedError(error.message, classOf(error));
    case 'RUNTIME':
      // An unchecked exception of a server.
      return retriedError(error.message);
    default:
      return serverError(classOf(error), textOf(error, table));
  }
}

/** A call that the client sends as a list: all its errors are in one text. */
function listFailure(method: MethodName, causes: readonly Reported[], table: KnownTable): GatewayFailure {
  const [first] = causes as [Reported];
  if (first.code === 'WRONG_ROW_IO') return plainError(first.message);
  // The client checks a list before it sends a part of it, and then fails in its own words.
  if (first.code === 'INVALID_ARGUMENT' || (READ_LISTS.includes(method) && isAboutTable(first)))
    return dataFailure(method, first, table);
  if (first.code === 'TABLE_NOT_FOUND') {
    const texts = causes.map(() => table.name);
    return listError(texts, 'null');
  }
  const texts = causes.map((cause) => {
    // The client reports these by the name of their class alone.
    if (cause.code === 'TABLE_NOT_ENABLED') return 'NotServingRegionException';
    if (cause.code === 'RUNTIME') return 'IOException';
    return actionText(classOf(cause), textOf(cause, table));
  });
  return listError(texts, SERVER_NAME);
}

function isAboutTable({ code }: Reported): boolean {
  return code === 'TABLE_NOT_FOUND' || code === 'TABLE_NOT_ENABLED';
}

/** A call of an Admin. */
function masterFailure(method: MethodName, error: BigtabError): GatewayFailure {
  const { code, message, details } = error;
  const name = String(details.table ?? details.namespace);
  // Java's text for a number that cannot be read.
  const unreadable = /^For input string: "[^"]*"/.exec(message);
  if (unreadable !== null) return retriedError(unreadable[0]);
  switch (code) {
    case 'INVALID_ARGUMENT':
      return method.endsWith('Namespace') ? retriedError(message) : internalError(method);
    case 'IO':
      return plainError(message);
    case 'TABLE_NOT_FOUND':
      return LOOKS_UP.includes(method) ? plainError(name) : serverError(classOf(error), name);
    case 'TABLE_NOT_DISABLED':
      if (method === 'enableTable') return plainError(`tableName=${name}, state=ENABLED`);
      return serverError(
        classOf(error),
        method === 'deleteTable' ? `Not DISABLED; tableName=${name}, state=ENABLED` : name,
      );
    case 'TABLE_EXISTS':
    case 'TABLE_NOT_ENABLED':
    case 'NAMESPACE_NOT_FOUND':
      return serverError(classOf(error), name);
    case 'INVALID_OPERATION':
      return serverError(classOf(error), method.endsWith('Namespace') ? message : `${textOf(error)} ${BYPASS}`);
    default:
      return serverError(classOf(error), message);
  }
}

/** The full name of HBase's class for an error. */
function classOf({ code, details }: Reported): string {
  const simple = new BigtabError(code, '', { details }).hbaseName ?? 'DoNotRetryIOException';
  return `org.apache.hadoop.hbase.${PACKAGES[simple] ?? ''}${simple}`;
}

function textOf({ code, message }: Reported, table?: KnownTable): string {
  if (code === 'NO_SUCH_COLUMN_FAMILY' && table !== undefined) {
    const [, family = ''] = /^Column family '(.*?)' does not exist/s.exec(message) ?? [];
    return `Column family ${family} does not exist in region ${table.describe(table.name)}`;
  }
  return HBASE_PART.exec(message)?.[0] ?? message;
}
