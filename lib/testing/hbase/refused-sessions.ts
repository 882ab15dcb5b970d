import type { Refusals } from './compared.js';

/**
 * The recorded sessions that need what a cluster cannot give over its gateway, and what each of them needs first. What a
 * part is, and why it is refused, is in lib/hbase/not-carried.
 */
export const REFUSED_SESSIONS: Refusals = {
  'alter/without-reopen': 'modifyWithoutReopening',
  'check/filter-match': 'checkOptions',
  'check/time-range': 'checkOptions',
  'data/timestamp-max-minus-one': 'times beyond 2^53',
  'increment/future-timestamp': 'counterTimes',
  'ns/quota/clone-snapshot': 'snapshots',
  'rowmutations/basic': 'counterInRow',
  'rowmutations/increment-error-undoes-all': 'counterInRow',
  'rowmutations/state-before': 'counterInRow',
  'scan/batch-and-store-limit': 'scanFamilyLimits',
  'scan/caching-and-size-change-nothing': 'maxResultSize',
  'scan/cursor': 'partialResults',
  'scan/cursor-flushed': 'flush',
  'scan/partial-reversed': 'partialResults',
  'scan/partial-with-batch': 'partialResults',
  'scan/partial-with-limit': 'partialResults',
  'scan/partial-with-row-filter': 'partialResults',
  'scan/wide-row-batches': 'maxResultSize',
  'snapshot/delete-by-regex': 'snapshots',
  'snapshot/errors': 'snapshots',
  'snapshot/of-disabled': 'snapshots',
  'snapshot/restore-dropped-table': 'snapshots',
  'snapshot/restores-schema': 'snapshots',
  'snapshot/skipflush': 'flush',
  'storage/flush-compact': 'flush',
  'storage/flush-read-versions': 'flush',
  'tables/disabled-admin': 'flush',
  'tables/missing': 'flush',
};
