import { BigtabError } from '../errors.js';

/** Why a part is not available, and what to do about it. */
interface Part {
  readonly what: string;
  readonly instead: string;
}

/** The name of such a part. */
export type NotCarried =
  | 'increment with a timestamp or time range'
  | 'increment in mutateRow or checkAndMutate'
  | 'increment of several columns with exactlyOnce'
  | 'checkAndMutate with a filter or time range'
  | 'time range per family with limits'
  | 'limits per family of a scan'
  | 'cursors and partial results'
  | 'maxResultSize of a scan'
  | 'snapshotRequired of a scan'
  | 'reversed scan after a row with a counting filter'
  | 'reading by a secondary index'
  | 'atomicBatch'
  | 'transact'
  | 'watch'
  | 'explain'
  | 'restore';

/**
 * What HBase's Thrift2 gateway does not carry, or what only Bigtab's own engine has: it is refused before anything is
 * sent.
 */
export const NOT_CARRIED: Readonly<Record<NotCarried, Part>> = {
  'increment with a timestamp or time range': {
    what: 'The gateway ignores the timestamp and the time range of an Increment or Append.',
    instead: 'Leave both out, or read the value and write it with checkAndMutate.',
  },
  'increment in mutateRow or checkAndMutate': {
    what: 'The gateway carries only Puts and Deletes in mutateRow and checkAndMutate.',
    instead: 'Call increment or append, or read the value and write a Put with checkAndMutate.',
  },
  'increment of several columns with exactlyOnce': {
    what: 'With exactlyOnce, a counter is read and then written under a condition, which can be about one column only.',
    instead: 'Increment or append to one column at a time.',
  },
  'checkAndMutate with a filter or time range': {
    what: 'The gateway carries only a condition on the newest value of one column.',
    instead: 'Compare one column, without a time range.',
  },
  'time range per family with limits': {
    what: 'A get with a time range for a family is sent as a scan, which has no limits per family.',
    instead: 'Use one time range for the whole get, or leave out the limits.',
  },
  'limits per family of a scan': {
    what: 'The gateway carries maxResultsPerColumnFamily and rowOffsetPerColumnFamily only for a get.',
    instead: 'Use a ColumnPaginationFilter or a batch size, or read the rows with get.',
  },
  'cursors and partial results': {
    what: 'The gateway returns complete rows, or pieces of a fixed number of cells.',
    instead: 'Use setBatch for long rows, and limit for an early end.',
  },
  'maxResultSize of a scan': {
    what: 'The gateway counts rows, not bytes.',
    instead: 'Use setCaching for the number of rows per request.',
  },
  'snapshotRequired of a scan': {
    what: 'HBase reads each row in one state, but not a whole scan.',
    instead: 'Leave out snapshotRequired, or take a snapshot of the table in HBase.',
  },
  'reversed scan after a row with a counting filter': {
    what: 'The gateway cannot begin a reversed scan before a row without counting that row.',
    instead: 'Use limit instead of PageFilter.',
  },
  'reading by a secondary index': {
    what: "Secondary indexes are kept by Bigtab's own engine.",
    instead: 'Write a second table with the values as row keys.',
  },
  atomicBatch: {
    what: 'HBase applies mutations atomically within one row only.',
    instead: 'Use mutateRow or checkAndMutate for one row, and put or batch for several.',
  },
  transact: {
    what: 'HBase has no transactions over several rows.',
    instead: 'Use checkAndMutate on one row.',
  },
  watch: {
    what: 'HBase does not report changes to its clients.',
    instead: 'Read again when you need the newest state.',
  },
  explain: {
    what: 'The gateway does not report what a read costs.',
    instead: "See HBase's metrics.",
  },
  restore: {
    what: "Rows are restored in one step of Bigtab's own engine.",
    instead: 'Read the row as of that time with a time range, and write it again.',
  },
};

/** The error of a request for such a part. */
export function notCarried(part: NotCarried): BigtabError {
  const { what, instead } = NOT_CARRIED[part];
  return new BigtabError('UNSUPPORTED_OPERATION', `Over HBase, ${part} is not available. ${what} ${instead}`, {
    details: { part },
  });
}
