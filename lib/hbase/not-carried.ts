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
  | 'ownEngine';

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
};

/** UNSUPPORTED_OPERATION: says which part is refused, and what to do instead. */
export function notCarried(part: NotCarried): BigtabError {
  const { what, instead } = NOT_CARRIED[part];
  return new BigtabError('UNSUPPORTED_OPERATION', `HBase's Thrift2 gateway does not carry ${what}. ${instead}`, {
    details: { part },
  });
}
