import { BigtabError } from '../errors.js';

/** The name of a part that is refused. */
export type NotCarried =
  | 'flush'
  | 'compaction'
  | 'snapshots'
  | 'erase'
  | 'regionMetrics'
  | 'status'
  | 'verify'
  | 'repair'
  | 'export'
  | 'importCreate'
  | 'upgrade'
  | 'indexes'
  | 'modifyWithoutReopening'
  | 'ownEngine'
  | 'counterTimes'
  | 'counterInRow'
  | 'countersOnce'
  | 'checkOptions'
  | 'rangesWithLimits'
  | 'scanFamilyLimits'
  | 'partialResults'
  | 'maxResultSize'
  | 'snapshotRequired'
  | 'reversedCount'
  | 'atomicBatch'
  | 'transact'
  | 'watch'
  | 'explain'
  | 'restore';

/** A part of Bigtab that does not work over HBase's gateway. */
export interface NotCarriedPart {
  /** The part, as the subject of a sentence. */
  readonly what: string;
  /** One sentence: what to do instead. */
  readonly instead: string;
}

/**
 * Every part that is refused, because HBase does not have it, or its Thrift2 gateway does not carry it. The guide's
 * table and the refusals are made from this list.
 */
export const NOT_CARRIED: Readonly<Record<NotCarried, NotCarriedPart>> = {
  flush: {
    what: 'flush',
    instead: "HBase flushes by itself; to flush at once, use `flush` in HBase's own shell.",
  },
  compaction: {
    what: 'compact, majorCompact and what reports or switches compactions',
    instead: "HBase compacts by itself; to compact at once, use `major_compact` in HBase's own shell.",
  },
  snapshots: {
    what: 'snapshots',
    instead: "Use `snapshot`, `clone_snapshot` and `restore_snapshot` in HBase's own shell.",
  },
  erase: {
    what: 'erase',
    instead: "Delete the cells, then use `major_compact` in HBase's own shell.",
  },
  regionMetrics: {
    what: 'getRegionMetrics',
    instead: "See the web page of HBase's master, or `status 'detailed'` in HBase's own shell.",
  },
  status: {
    what: 'status',
    instead: "See the web page of HBase's master, or use `status` in HBase's own shell.",
  },
  verify: {
    what: 'verify',
    instead: 'HDFS and HBase check their files themselves; use `hdfs fsck`, or `hbase hbck`.',
  },
  repair: {
    what: 'repair',
    instead: "Use HBase's own tool HBCK2.",
  },
  export: {
    what: 'exportStream and backups of a cluster',
    instead: "Copy the tables into a Bigtab database and export that, or use HBase's own Export and snapshots.",
  },
  importCreate: {
    what: "importStream in the mode 'create', and restoreDatabase",
    instead: "Import with the mode 'merge' into tables that do not exist or are empty.",
  },
  upgrade: {
    what: '`version` and `upgrade` of connect',
    instead: 'Change tables with ensureTable, which may run in many programs at once, or from one separate program.',
  },
  indexes: {
    what: 'secondary indexes',
    instead: 'Write the entries yourself, into a table whose rows are the indexed values.',
  },
  modifyWithoutReopening: {
    what: 'modifyTable with reopenRegions false',
    instead: "Leave reopenRegions out, or use `alter_async` in HBase's own shell.",
  },
  ownEngine: {
    what: "what controls Bigtab's own engine",
    instead: 'A cluster is controlled by its master and its configuration.',
  },
  counterTimes: {
    what: 'an Increment or Append with a timestamp or a time range',
    instead: 'The gateway ignores both: leave them out, or read the value and write it with checkAndMutate.',
  },
  counterInRow: {
    what: 'an Increment or Append in mutateRow or checkAndMutate',
    instead: 'Only Puts and Deletes are carried there: call increment or append, or write a Put with checkAndMutate.',
  },
  countersOnce: {
    what: 'an Increment or Append of several columns with exactlyOnce',
    instead:
      'A counter is read and then written under a condition, which is about one column: change one column at a time.',
  },
  checkOptions: {
    what: 'checkAndMutate with a filter or a time range',
    instead: 'Compare the newest value of one column.',
  },
  rangesWithLimits: {
    what: 'a get that has both a time range for a family and limits per family',
    instead: 'Use one time range for all families, or leave the limits out.',
  },
  scanFamilyLimits: {
    what: 'maxResultsPerColumnFamily and rowOffsetPerColumnFamily of a scan',
    instead: 'Use a ColumnPaginationFilter or a batch size, or read the rows with get.',
  },
  partialResults: {
    what: 'allowPartialResults and needCursorResult of a scan',
    instead: 'Use setBatch for long rows, and limit for an early end.',
  },
  maxResultSize: {
    what: 'maxResultSize of a scan',
    instead: 'The gateway counts rows, not bytes: use setCaching for the number of rows in a request.',
  },
  snapshotRequired: {
    what: 'snapshotRequired of a scan',
    instead:
      'HBase returns each row in one state, but not all rows: leave it out, or scan a snapshot that HBase has taken.',
  },
  reversedCount: {
    what: 'a reversed scan with an exclusive start and a filter that counts rows',
    instead: 'Use limit instead of PageFilter.',
  },
  atomicBatch: {
    what: 'atomicBatch',
    instead:
      'HBase applies mutations together within one row only: use mutateRow or checkAndMutate there, and put or batch for several rows.',
  },
  transact: {
    what: 'transact',
    instead: 'HBase has no transactions over several rows: use checkAndMutate on one row.',
  },
  watch: {
    what: 'watch and live reads',
    instead: 'HBase does not report changes to its clients: read again when you need the newest state.',
  },
  explain: {
    what: 'explain',
    instead: "See the metrics of HBase's region servers.",
  },
  restore: {
    what: 'restore',
    instead: 'Read the row as of that time with asOf, and write it again.',
  },
};

/** UNSUPPORTED_OPERATION: says which part is refused, and what to do instead. */
export function notCarried(part: NotCarried): BigtabError {
  const { what, instead } = NOT_CARRIED[part];
  return new BigtabError('UNSUPPORTED_OPERATION', `HBase's Thrift2 gateway does not carry ${what}. ${instead}`, {
    details: { part },
  });
}
