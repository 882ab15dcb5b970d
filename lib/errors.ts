/**
 * Every error that Bigtab raises.
 *
 * One class, one stable `code`. What each code means stands below once, in `ERROR_KINDS`, which the README's table prints.
 */

/** Stable name of a kind of error. */
export type ErrorCode =
  | 'INVALID_ARGUMENT'
  | 'INVALID_OPERATION'
  | 'INVALID_STATE'
  | 'UNSUPPORTED_OPERATION'
  | 'WRONG_ROW_IO'
  | 'HBASE_IO'
  | 'RUNTIME'
  | 'TABLE_NOT_FOUND'
  | 'TABLE_EXISTS'
  | 'TABLE_NOT_ENABLED'
  | 'TABLE_NOT_DISABLED'
  | 'NO_SUCH_COLUMN_FAMILY'
  | 'FAILED_SANITY_CHECK'
  | 'ROW_TOO_BIG'
  | 'INCOMPATIBLE_FILTER'
  | 'INVALID_FAMILY_OPERATION'
  | 'NAMESPACE_NOT_FOUND'
  | 'NAMESPACE_EXIST'
  | 'CONSTRAINT'
  | 'IO'
  | 'HBASE'
  | 'BATCH_FAILED'
  | 'REGION_TOO_BUSY'
  | 'STORAGE_UNAVAILABLE'
  | 'STORAGE_CLEARED'
  | 'DATABASE_BUSY'
  | 'DATABASE_NEWER'
  | 'SCHEMA_MISMATCH'
  | 'VERSION_CONFLICT'
  | 'WORKER_START_FAILED'
  | 'WORKER_LOST'
  | 'CONNECTION_CLOSED'
  | 'SCANNER_CLOSED'
  | 'SNAPSHOT_EXPIRED'
  | 'CORRUPTION'
  | 'FORMAT_TOO_NEW'
  | 'QUOTA_EXCEEDED'
  | 'OUTCOME_UNKNOWN'
  | 'FENCED';

/** What a code means, for the README: no program reads it at run time, so a page does not carry it. */
export interface ErrorKind {
  readonly cause: string;
  readonly cure: string;
}

export const ERROR_KINDS: Readonly<Record<ErrorCode, ErrorKind>> = {
  INVALID_ARGUMENT: {
    cause: 'An argument is malformed or outside its limits; nothing was sent.',
    cure: 'Correct the argument; the message says what is allowed.',
  },
  INVALID_OPERATION: {
    cause: 'The request is well formed, but the model does not allow it on this table or this data.',
    cure: 'Change the request; trying again gives the same answer.',
  },
  INVALID_STATE: {
    cause: 'A CheckAndMutate was built without a condition, or a BufferedMutator used after it was closed.',
    cure: 'Give the condition before build; make another BufferedMutator.',
  },
  UNSUPPORTED_OPERATION: {
    cause:
      'The data model does not support the operation, such as a delete with a time to live, or Bigtab does not have this HBase command.',
    cure: 'Leave it out; the message says why a command is missing.',
  },
  WRONG_ROW_IO: {
    cause: 'A mutation or cell of another row was added to a request of one row.',
    cure: 'Use one RowMutations for each row.',
  },
  HBASE_IO: {
    cause: 'An action of a batch is an empty RowMutations, or modifyTable may not reopen regions and would have to.',
    cure: 'Add a mutation, or leave it out; let modifyTable reopen.',
  },
  RUNTIME: {
    cause: 'A condition or filter with the operator NO_OP came to a comparison.',
    cure: 'Use one of the other operators.',
  },
  TABLE_NOT_FOUND: {
    cause: 'No table of this name exists.',
    cure: 'Create it with ensureTable or createTable, or correct the name.',
  },
  TABLE_EXISTS: {
    cause: 'createTable names a table that exists.',
    cure: 'Use ensureTable, or choose another name.',
  },
  TABLE_NOT_ENABLED: {
    cause: 'The table is disabled.',
    cure: 'Enable it with admin.enableTable.',
  },
  TABLE_NOT_DISABLED: {
    cause: 'The operation needs a disabled table.',
    cure: 'Disable it first with admin.disableTable.',
  },
  NO_SUCH_COLUMN_FAMILY: {
    cause: 'The request names a column family that the table lacks.',
    cure: 'Add the family with ensureTable, or correct the name.',
  },
  FAILED_SANITY_CHECK: {
    cause:
      'The timestamp of a put is further ahead of the clock than `hbase.hregion.keyvalue.timestamp.slop.millisecs` allows.',
    cure: 'Give an earlier timestamp, or none.',
  },
  ROW_TOO_BIG: {
    cause: 'What a row has to give of one family is more than `hbase.table.max.rowsize`.',
    cure: 'Read it with setBatch, or only some of its columns.',
  },
  INCOMPATIBLE_FILTER: {
    cause: 'A scan has a batch size and a filter that judges whole rows.',
    cure: 'Leave out the batch size, or use setMaxResultsPerColumnFamily.',
  },
  INVALID_FAMILY_OPERATION: {
    cause: 'The family to add exists, the family to change or delete does not, or it is the last one of its table.',
    cure: 'Look at admin.getDescriptor, and correct the name.',
  },
  NAMESPACE_NOT_FOUND: {
    cause: 'No namespace of this name exists.',
    cure: 'Create it with admin.createNamespace, or correct the name.',
  },
  NAMESPACE_EXIST: {
    cause: 'createNamespace names a namespace that exists.',
    cure: 'Change it with admin.modifyNamespace, or choose another name.',
  },
  CONSTRAINT: {
    cause: 'A namespace is reserved, not empty, or given a quota of less than one; or the table is the catalog.',
    cure: 'Delete the tables of the namespace first, or correct the quota.',
  },
  IO: {
    cause: 'A table of the catalog was to be deleted.',
    cure: 'Leave it alone.',
  },
  HBASE: {
    cause: 'The text of a time to live contradicts itself.',
    cure: 'Write the total or its parts, not both, or let them agree.',
  },
  BATCH_FAILED: {
    cause: 'Some requests of a list failed; the others were applied.',
    cure: 'Look at details.causes: index, row and error of each failed request.',
  },
  REGION_TOO_BUSY: {
    cause: 'A write waited 10 s for memory or a compaction, and nothing of it was applied.',
    cure: 'Write less at once, or try again.',
  },
  STORAGE_UNAVAILABLE: {
    cause: 'Storage cannot work here; details.reason says why.',
    cure: 'Serve the page from https or localhost, leave private mode, allow site data in the browser, or use bigtab/memory.',
  },
  STORAGE_CLEARED: {
    cause: 'The stored data of the site was deleted while the database was open; none of it is left.',
    cure: 'Call connect again for a new, empty database, and fill it again.',
  },
  DATABASE_BUSY: {
    cause: 'Another tab of this site has the database open.',
    cure: "Close it there, or pass whenBusy: 'wait'.",
  },
  DATABASE_NEWER: {
    cause: 'connect asks for a lower version than the database has; details say which.',
    cure: 'Reload the page, so that it runs the newer code.',
  },
  SCHEMA_MISMATCH: {
    cause: 'ensureTable asks for attributes that differ from the stored ones.',
    cure: 'Look at details.differences and ask for the stored values, or pass { alter: true }.',
  },
  VERSION_CONFLICT: {
    cause: 'Two builds of Bigtab with different protocols meet in one page.',
    cure: 'Load one version of Bigtab only; reload the page.',
  },
  WORKER_START_FAILED: {
    cause: 'The engine worker could not be started; the message lists what was tried.',
    cure: 'Serve worker.js from your own origin, allow it in the content security policy, or pass a worker factory; reload a page that is older than the site.',
  },
  WORKER_LOST: {
    cause: 'The engine worker ended; details.outcome is "unknown" for writes in flight.',
    cure: 'Call connect again; acknowledged writes are there.',
  },
  CONNECTION_CLOSED: {
    cause: 'The connection was closed.',
    cure: 'Call connect again.',
  },
  SCANNER_CLOSED: {
    cause: 'The scanner was closed.',
    cure: 'Open a new scanner with table.getScanner.',
  },
  SNAPSHOT_EXPIRED: {
    cause: 'A scan with snapshotRequired was idle for 60 s, or held too much, and the engine ended it.',
    cure: 'Scan again, and read faster; or do without snapshotRequired and look at scanner.snapshot.',
  },
  CORRUPTION: {
    cause: 'A stored file does not hold what was written; details name file and offset.',
    cure: 'Keep the files and report it; the rest of the database stays readable.',
  },
  FORMAT_TOO_NEW: {
    cause: 'The database was written by a newer Bigtab.',
    cure: 'Load the newer Bigtab.',
  },
  QUOTA_EXCEEDED: {
    cause: 'The browser gives no more storage, or a namespace takes no more tables; nothing was applied.',
    cure: 'Delete data or free space on the device; or raise hbase.namespace.quota.maxtables of the namespace.',
  },
  OUTCOME_UNKNOWN: {
    cause: 'A repeated write belongs to a connection that is no longer remembered; it was not run again.',
    cure: 'Read the rows and decide.',
  },
  FENCED: {
    cause: 'Another worker took the database over.',
    cure: 'Call connect again.',
  },
};

/** The first words of the codes that are Bigtab's own. Every other code is the name of a class of HBase in other letters. */
const OUR_OWN =
  /^(?:CONNECTION|CORRUPTION|DATABASE|FENCED|FORMAT|OUTCOME|QUOTA|SCANNER|SCHEMA|SNAPSHOT|STORAGE|VERSION|WORKER)/;

/** Those that are another word than their code. */
const OTHER_NAMES: { readonly [Code in ErrorCode]?: string } = {
  INVALID_ARGUMENT: 'IllegalArgument',
  INVALID_OPERATION: 'DoNotRetryIO',
  INVALID_STATE: 'IllegalState',
  BATCH_FAILED: 'RetriesExhaustedWithDetails',
};

/** An error as plain data: what crosses between worker and page. */
export interface ErrorData {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly stack?: string;
}

/** Names under which platforms report that a medium failed. */
const MEDIUM_FAILURES: readonly string[] = [
  'AbortError',
  'InvalidStateError',
  'NoModificationAllowedError',
  'NotFoundError',
  'NotReadableError',
  'TimeoutError',
  'UnknownError',
];

const BRAND = 'bigtab.error';

/**
 * The one error class of Bigtab. `name` is always `BigtabError`; `code` is stable and identifies the kind of error; `message` explains what was
 * wrong and what is allowed; `details` is plain data.
 */
export class BigtabError extends Error {
  readonly code: ErrorCode;
  /** The simple name of the class that HBase throws, such as `TableNotFoundException`; null where HBase has no such error. */
  readonly hbaseName: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly brand: string = BRAND;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      readonly details?: Readonly<Record<string, unknown>> | undefined;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, options);
    this.code = code;
    this.details = options.details ?? {};
    this.name = 'BigtabError';
    this.hbaseName = hbaseNameOf(code, this.details);
  }

  /** Whether `error` is a BigtabError, also one of another copy of the package. */
  static is(error: unknown): error is BigtabError {
    return error instanceof Error && (error as { brand?: unknown }).brand === BRAND;
  }
}

/**
 * The simple name of HBase's class for an error with this code, or null. QUOTA_EXCEEDED has one where the quota of a namespace is exceeded,
 * and none where the browser's is.
 */
export function hbaseNameOf(code: ErrorCode, details: Readonly<Record<string, unknown>> = {}): string | null {
  if (code === 'QUOTA_EXCEEDED' && details.namespace) return 'QuotaExceededException';
  if (OUR_OWN.test(code)) return null;
  const words = code.toLowerCase().replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return `${OTHER_NAMES[code] ?? words.replace('Hbase', 'HBase').replace(/Io$/, 'IO')}Exception`;
}

/** INVALID_ARGUMENT: what was wrong and what is allowed. */
export function invalidArgument(message: string, details?: Readonly<Record<string, unknown>>): BigtabError {
  return new BigtabError('INVALID_ARGUMENT', message, { details });
}

/** CORRUPTION: file, offset, what was expected and what was found. */
export function corruption(file: string, offset: number, message: string): BigtabError {
  return new BigtabError('CORRUPTION', `${file} at ${offset}: ${message}`, { details: { file, offset } });
}

/**
 * An error as plain data, to be sent. A failure of the medium becomes STORAGE_UNAVAILABLE. Anything else that is not a
 * BigtabError is a defect of ours: INVALID_OPERATION with `details.internal`, because every call must get an answer.
 * Making the text of a stack takes longer than most calls, so of many equal errors only one needs it.
 */
export function errorToData(error: unknown, withStack = true): ErrorData {
  const stack = withStack && error instanceof Error ? error.stack : undefined;
  if (BigtabError.is(error)) {
    const { code, message, details } = error;
    return { code, message, details, ...(stack === undefined ? {} : { stack }) };
  }
  const said = error instanceof Error ? error.message : String(error);
  const data: ErrorData =
    error instanceof Error && MEDIUM_FAILURES.includes(error.name)
      ? { code: 'STORAGE_UNAVAILABLE', message: `The storage failed: ${said}`, details: { reason: 'io-error' } }
      : { code: 'INVALID_OPERATION', message: `Internal error: ${said}`, details: { internal: true } };
  return stack === undefined ? data : { ...data, stack };
}
