/**
 * Every error that Bigtab raises.
 *
 * One class, one stable `code`. `ERROR_KINDS` below explains each code, and the README's table prints it.
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
  | 'SNAPSHOT_EXISTS'
  | 'SNAPSHOT_DOES_NOT_EXIST'
  | 'SNAPSHOT_CREATION'
  | 'SNAPSHOT_TTL_EXPIRED'
  | 'RESTORE_SNAPSHOT'
  | 'UNKNOWN_SNAPSHOT'
  | 'HBASE'
  | 'BATCH_FAILED'
  | 'CONDITION_FAILED'
  | 'CONFLICT'
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

/** The explanation of a code in the README. No code reads it at run time, so bundlers leave it out. */
export interface ErrorKind {
  readonly cause: string;
  readonly cure: string;
}

export const ERROR_KINDS: Readonly<Record<ErrorCode, ErrorKind>> = {
  INVALID_ARGUMENT: {
    cause: 'An argument is malformed or outside its limits; nothing was sent.',
    cure: 'Correct the argument; the message explains what is allowed.',
  },
  INVALID_OPERATION: {
    cause:
      'The request is well formed, but the model does not allow it on this table or this data. Or the server at the address of connectHBase refused it.',
    cure: 'Change the request; a retry fails in the same way. Read the message: it contains what the server or the proxy has answered.',
  },
  INVALID_STATE: {
    cause:
      'A CheckAndMutate was built without a condition, a BufferedMutator was used after it was closed, LiveRows were closed before they were ready, an import was given up because its page was silent for a minute, or a transaction read a row that it had written or was used after its end.',
    cure: 'Add a condition before build; create another BufferedMutator; call watch again; import again; read before you write, and only while the transaction runs.',
  },
  UNSUPPORTED_OPERATION: {
    cause:
      'The data model does not support the operation, such as a delete with a time to live; or Bigtab does not have this HBase command; or a cluster of HBase does not offer the operation (details.part).',
    cure: 'Remove the operation. The message explains why it is not available, and what to do instead.',
  },
  WRONG_ROW_IO: {
    cause: 'A mutation or cell of another row was added to a request for one row.',
    cure: 'Use a separate RowMutations for each row.',
  },
  HBASE_IO: {
    cause: 'A batch contains an empty RowMutations, or modifyTable has to reopen regions but is not allowed to.',
    cure: 'Add a mutation or remove the empty RowMutations; allow modifyTable to reopen regions.',
  },
  RUNTIME: {
    cause: 'A condition or filter with the operator NO_OP had to compare a value.',
    cure: 'Use one of the other operators.',
  },
  TABLE_NOT_FOUND: {
    cause: 'No table of this name exists.',
    cure: 'Create it with ensureTable or createTable, or correct the name.',
  },
  TABLE_EXISTS: {
    cause: 'createTable, importStream or restoreDatabase would create a table that already exists.',
    cure: "Use ensureTable, choose another name, or import with mode 'merge'.",
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
    cause: 'The request names a column family that the table does not have, or the target of copyTable lacks families.',
    cure: 'Add the family with ensureTable, or correct the name.',
  },
  FAILED_SANITY_CHECK: {
    cause:
      'The timestamp of a put is further ahead of the clock than `hbase.hregion.keyvalue.timestamp.slop.millisecs` allows.',
    cure: 'Pass an earlier timestamp, or none.',
  },
  ROW_TOO_BIG: {
    cause: 'The requested cells of one row and family exceed `hbase.table.max.rowsize`.',
    cure: 'Read the row with setBatch, or read only some of its columns.',
  },
  INCOMPATIBLE_FILTER: {
    cause: 'A scan has both a batch size and a filter that needs complete rows.',
    cure: 'Remove the batch size, or use setMaxResultsPerColumnFamily.',
  },
  INVALID_FAMILY_OPERATION: {
    cause:
      'The family to add already exists, the family to change or delete does not exist, or it is the last family of its table.',
    cure: 'Call admin.getDescriptor to see the families, and correct the name.',
  },
  NAMESPACE_NOT_FOUND: {
    cause: 'No namespace of this name exists.',
    cure: 'Create it with admin.createNamespace, or correct the name.',
  },
  NAMESPACE_EXIST: {
    cause: 'createNamespace names a namespace that already exists.',
    cure: 'Change the namespace with admin.modifyNamespace, or choose another name.',
  },
  CONSTRAINT: {
    cause:
      'The namespace is reserved or not empty, its quota would be less than one, or the table belongs to the catalog.',
    cure: 'Delete the tables of the namespace first, or correct the quota.',
  },
  IO: {
    cause: 'The table to delete belongs to the catalog.',
    cure: 'Do not delete tables of the namespace hbase.',
  },
  SNAPSHOT_EXISTS: {
    cause: 'A snapshot of this name exists; names are unique over all tables.',
    cure: 'Choose another name, or delete the snapshot with admin.deleteSnapshot.',
  },
  SNAPSHOT_DOES_NOT_EXIST: {
    cause: 'The snapshot to clone or to delete does not exist.',
    cure: 'Call admin.listSnapshots, and correct the name.',
  },
  SNAPSHOT_CREATION: {
    cause: 'The table of which a snapshot is to be taken does not exist.',
    cure: 'Create the table, or correct its name.',
  },
  SNAPSHOT_TTL_EXPIRED: {
    cause: 'The time to live of the snapshot is over, so it can be neither restored nor cloned.',
    cure: 'Use a younger snapshot, and take snapshots that you keep with a larger TTL or with none.',
  },
  RESTORE_SNAPSHOT: {
    cause: 'The snapshot to restore does not exist.',
    cure: 'Call admin.listSnapshots, and correct the name.',
  },
  UNKNOWN_SNAPSHOT: {
    cause: 'isSnapshotFinished names a snapshot that neither exists nor is being taken.',
    cure: 'Call admin.listSnapshots, and correct the name.',
  },
  HBASE: {
    cause: 'The text of a time to live contradicts itself.',
    cure: 'Write only the total in seconds, or only the parts such as 1 HOUR, or make the two agree.',
  },
  BATCH_FAILED: {
    cause: 'Some requests of a list failed; the others were applied.',
    cure: 'Read details.causes: it contains the index, row and error of each failed request.',
  },
  CONDITION_FAILED: {
    cause: 'Conditions of an atomicBatch do not hold; nothing was applied.',
    cure: 'Read details.failed: it contains the indices of these conditions. Read these rows, and decide what to do now.',
  },
  CONFLICT: {
    cause:
      'Other writers changed what a transaction had read, each time it was tried, before it could write. Nothing was applied. Or they kept changing a counter over a cluster with exactlyOnce.',
    cure: 'Try again later, in a transaction with more attempts, or let fewer writers change the same rows.',
  },
  REGION_TOO_BUSY: {
    cause: 'A write waited 10 s for memory or a compaction. Nothing was applied.',
    cure: 'Write less at once, or retry later.',
  },
  STORAGE_UNAVAILABLE: {
    cause:
      'Storage is not available here; details.reason contains the reason. With the reason gateway, the gateway of a cluster does not answer.',
    cure: 'Serve the page from https or localhost, leave private mode, allow site data in the browser, or use bigtab/memory. With the reason gateway, check the address and whether the gateway runs. In a SharedWorker or service worker (reason no-page), open a page that connects.',
  },
  STORAGE_CLEARED: {
    cause: 'The stored data was deleted while the database was open: by another tab, or with all data of the site.',
    cure: 'Call connect again to create an empty database, and write the data again.',
  },
  DATABASE_BUSY: {
    cause:
      'Another tab of this site has opened the database and does not answer, for example because the system has stopped it; or deleteDatabase was called while this page has a connection. For openDirectory, another connection has the directory open, or its process may not have ended.',
    cure: 'Bring the other tab to the front or close it; close the connections before you delete. The message names a directory that you may have to remove.',
  },
  DATABASE_NEWER: {
    cause:
      'connect requests a lower version than the database has, or another connection has upgraded the database since; details contain both versions.',
    cure: 'Reload the page, so that it runs the newer code.',
  },
  SCHEMA_MISMATCH: {
    cause:
      'ensureTable, or a backup that is merged, specifies attributes that differ from the stored ones. Or the target of copyTable keeps less than its source, such as fewer versions.',
    cure: 'Read details.differences and specify the stored values, or pass { alter: true }.',
  },
  VERSION_CONFLICT: {
    cause: 'One page, or two tabs of a site, use builds of Bigtab with different protocols.',
    cure: 'Load only one version of Bigtab in a page, and reload the older tab.',
  },
  WORKER_START_FAILED: {
    cause: 'The engine worker could not be started; the message lists what was tried.',
    cure: 'Serve worker.js from your own origin, allow it in the content security policy, or pass a worker factory. If the page is older than the site, reload it.',
  },
  WORKER_LOST: {
    cause:
      'The engine worker stopped, and could not be replaced; details.outcome is "unknown" for writes that were sent. With details.reason "deaf", the worker was replaced, and only this call fails: it made the worker compute without end, twice.',
    cure: 'Call connect again; every acknowledged write is still stored. With details.reason "deaf", change the call.',
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
    cause:
      'A scan with snapshotRequired, or an export, lost its snapshot: it was idle for 60 s or used too much memory, or the engine was replaced. Or an increment cannot tell what was removed since the earlier export. Or the gateway of a cluster lost a scan whose filter counts rows.',
    cure: 'Scan again and read faster, or scan without snapshotRequired and check scanner.snapshot. Start the export again, without since if an increment was refused.',
  },
  CORRUPTION: {
    cause:
      'The content of a stored file has changed or is missing; details contain the file and the offset. Or a backup was changed or cut; details contain the line. Or the target of copyTable does not return what was copied; details contain the first cell.',
    cure: 'Keep the files and report the error; the rest of the database can still be read. Import another copy of the backup. Look for a later delete of that cell in the target, or for another writer.',
  },
  FORMAT_TOO_NEW: {
    cause: 'A newer version of Bigtab wrote the database or the backup.',
    cure: 'Load the newer version of Bigtab.',
  },
  QUOTA_EXCEEDED: {
    cause:
      'The browser has no more storage for the site, or a namespace has reached its maximum number of tables. Nothing was applied, unless `details.outcome` is `unknown`.',
    cure: 'Delete data or free space on the device, or raise hbase.namespace.quota.maxtables of the namespace.',
  },
  OUTCOME_UNKNOWN: {
    cause:
      'A repeated write belongs to a connection that the engine no longer remembers, or may be in a damaged part of the log. It was not run again. Or the gateway of a cluster did not confirm a write: it was not sent again because it could be applied twice, or was not answered any time.',
    cure: 'Read the rows to see whether the write was applied. Over a cluster, pass the timestamps of writes, or connect with exactlyOnce.',
  },
  FENCED: {
    cause: 'Another worker has opened the database.',
    cure: 'Call connect again.',
  },
};

/** The first words of the codes that only Bigtab has. Every other code is derived from the name of an HBase class. */
const OUR_OWN =
  /^(?:CONDITION|CONFLICT|CONNECTION|CORRUPTION|DATABASE|FENCED|FORMAT|OUTCOME|QUOTA|SCANNER|SCHEMA|SNAPSHOT_EXPIRED|STORAGE|VERSION|WORKER)/;

/** The HBase names that differ from their code. */
const OTHER_NAMES: { readonly [Code in ErrorCode]?: string } = {
  INVALID_ARGUMENT: 'IllegalArgument',
  INVALID_OPERATION: 'DoNotRetryIO',
  INVALID_STATE: 'IllegalState',
  BATCH_FAILED: 'RetriesExhaustedWithDetails',
  SNAPSHOT_TTL_EXPIRED: 'SnapshotTTLExpired',
};

/** An error as plain data, as it is sent from the worker to the page. */
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
 * The only error class of Bigtab. `name` is always `BigtabError`. `code` is stable and identifies the kind of error.
 * `message` explains the problem and what is allowed. `details` is plain data.
 */
export class BigtabError extends Error {
  readonly code: ErrorCode;
  /** The simple name of the class that HBase throws, such as `TableNotFoundException`, or null. */
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

  /** Whether `error` is a BigtabError, even if it comes from another copy of the package. */
  static is(error: unknown): error is BigtabError {
    return error instanceof Error && (error as { brand?: unknown }).brand === BRAND;
  }
}

/**
 * The simple name of HBase's class for an error with this code, or null. QUOTA_EXCEEDED has one only if the quota of a
 * namespace is exceeded, not the quota of the browser.
 */
export function hbaseNameOf(code: ErrorCode, details: Readonly<Record<string, unknown>> = {}): string | null {
  if (code === 'QUOTA_EXCEEDED' && details.namespace) return 'QuotaExceededException';
  if (OUR_OWN.test(code)) return null;
  const words = code.toLowerCase().replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return `${OTHER_NAMES[code] ?? words.replace('Hbase', 'HBase').replace(/Io$/, 'IO')}Exception`;
}

/** An INVALID_ARGUMENT error. The message explains what is wrong and what is allowed. */
export function invalidArgument(message: string, details?: Readonly<Record<string, unknown>>): BigtabError {
  return new BigtabError('INVALID_ARGUMENT', message, { details });
}

/** A CORRUPTION error. The message contains the expected and the found data. */
export function corruption(file: string, offset: number, message: string): BigtabError {
  return new BigtabError('CORRUPTION', `${file} at ${offset}: ${message}`, { details: { file, offset } });
}

export function isCorruption(error: unknown): error is BigtabError {
  return BigtabError.is(error) && error.code === 'CORRUPTION';
}

/**
 * An error as plain data, for sending. A failure of the medium becomes STORAGE_UNAVAILABLE. Anything else that is not a
 * BigtabError is a defect in Bigtab: it becomes INVALID_OPERATION with `details.internal`, because every call must get
 * an answer. Creating the text of a stack takes longer than most calls, so only one of many equal errors contains it.
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
