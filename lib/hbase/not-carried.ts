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
  /** The part: a noun phrase, which is printed after "Not available over HBase:". */
  readonly what: string;
  /** What to do instead, after the reason if it is not obvious. */
  readonly instead: string;
}

/**
 * Every part that is refused, because HBase does not have it, or its Thrift2 gateway does not carry it. The guide's
 * table and the refusals are made from this list.
 */
export const NOT_CARRIED: Readonly<Record<NotCarried, NotCarriedPart>> = {
  flush: {
    what: 'flush',
    instead: "HBase flushes automatically. To flush at once, use `flush` in HBase's own shell.",
  },
  compaction: {
    what: 'compactions (compact, majorCompact, compactionSwitch, and their state)',
    instead: "HBase compacts automatically. To compact at once, use `major_compact` in HBase's own shell.",
  },
  snapshots: {
    what: 'snapshots of tables',
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
    instead: 'HDFS and HBase check their files themselves. To check them now, use `hdfs fsck` and `hbase hbck`.',
  },
  repair: {
    what: 'repair',
    instead: "Use HBase's own tool HBCK2.",
  },
  export: {
    what: 'exportStream and backups of a cluster',
    instead:
      "Copy the tables into a browser database with copyTable and export that, or use HBase's own Export and snapshots.",
  },
  importCreate: {
    what: "importStream in the mode 'create', and restoreDatabase",
    instead: "Import with the mode 'merge', which also creates missing tables.",
  },
  upgrade: {
    what: '`version` and `upgrade` of connect',
    instead:
      'Change tables with ensureTable, which many programs may call at the same time, or in a separate program that runs once.',
  },
  indexes: {
    what: 'secondary indexes',
    instead: 'Write a second table whose row keys are the indexed values.',
  },
  modifyWithoutReopening: {
    what: 'modifyTable with reopenRegions false',
    instead: "Leave reopenRegions out, or use `alter_async` in HBase's own shell.",
  },
  ownEngine: {
    what: "what controls Bigtab's own engine",
    instead: 'Use the configuration and the tools of the cluster.',
  },
  counterTimes: {
    what: 'an Increment or Append with a timestamp or a time range',
    instead: 'The gateway ignores both. Leave them out, or read the value and write the new one with checkAndMutate.',
  },
  counterInRow: {
    what: 'an Increment or Append in mutateRow or checkAndMutate',
    instead:
      'The gateway accepts only Puts and Deletes there. Call increment or append, or write the new value with a Put in checkAndMutate.',
  },
  countersOnce: {
    what: 'an Increment or Append of several columns with exactlyOnce',
    instead:
      'A counter is read, and then written under a condition, which can have only one column. Change one column at a time.',
  },
  checkOptions: {
    what: 'checkAndMutate with a filter or a time range',
    instead: 'Compare the newest value of one column.',
  },
  rangesWithLimits: {
    what: 'a get that has both a time range for a family and limits per family',
    instead: 'Use one time range for all families, or leave out the limits.',
  },
  scanFamilyLimits: {
    what: 'maxResultsPerColumnFamily and rowOffsetPerColumnFamily of a scan',
    instead: 'Use a ColumnPaginationFilter or a batch size, or read the rows with get.',
  },
  partialResults: {
    what: 'allowPartialResults and needCursorResult of a scan',
    instead: 'For long rows, use setBatch. To end a scan early, use limit.',
  },
  maxResultSize: {
    what: 'maxResultSize of a scan',
    instead: 'The gateway counts rows, not bytes. Use setCaching to set the number of rows in an answer.',
  },
  snapshotRequired: {
    what: 'snapshotRequired of a scan',
    instead:
      "HBase reads each row in one state, but not all rows of a scan in the same state. Leave it out, or clone a snapshot in HBase's own shell and scan the clone.",
  },
  reversedCount: {
    what: 'a reversed scan with an exclusive start and a filter that counts rows',
    instead: 'Use limit instead of PageFilter.',
  },
  atomicBatch: {
    what: 'atomicBatch',
    instead:
      'HBase applies mutations atomically within one row only. Use mutateRow or checkAndMutate for one row, and put or batch for several.',
  },
  transact: {
    what: 'transact',
    instead: 'HBase has no transactions over several rows. Use checkAndMutate on one row.',
  },
  watch: {
    what: 'watch and live reads',
    instead: 'HBase does not report changes to its clients. Read again when you need the newest state.',
  },
  explain: {
    what: 'explain',
    instead: "See the metrics of HBase's region servers.",
  },
  restore: {
    what: 'restore',
    instead: 'Read the row with asOf, and put its values again.',
  },
};

/** UNSUPPORTED_OPERATION, with the part that is refused and what to do instead. */
export function notCarried(part: NotCarried): BigtabError {
  const { what, instead } = NOT_CARRIED[part];
  return new BigtabError('UNSUPPORTED_OPERATION', `Not available over HBase: ${what}. ${instead}`, {
    details: { part },
  });
}
