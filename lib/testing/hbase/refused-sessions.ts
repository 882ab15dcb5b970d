import type { Refusals } from './compared.js';

/**
 * The recorded sessions that need what a cluster cannot give over its gateway, by what each of them needs first. What a
 * part is, and why it is refused, is in lib/hbase/not-carried.
 */
export const REFUSED_SESSIONS: Refusals = {
  checkOptions: ['check/filter-match', 'check/time-range'],
  counterInRow: ['rowmutations/basic', 'rowmutations/increment-error-undoes-all', 'rowmutations/state-before'],
  counterTimes: ['increment/future-timestamp'],
  flush: [
    'scan/cursor-flushed',
    'snapshot/skipflush',
    'storage/flush-compact',
    'storage/flush-read-versions',
    'tables/disabled-admin',
    'tables/missing',
  ],
  maxResultSize: ['scan/caching-and-size-change-nothing', 'scan/wide-row-batches'],
  modifyWithoutReopening: ['alter/without-reopen'],
  partialResults: [
    'scan/cursor',
    'scan/partial-reversed',
    'scan/partial-with-batch',
    'scan/partial-with-limit',
    'scan/partial-with-row-filter',
  ],
  reversedOnDemand: ['scan/reversed-on-demand'],
  scanFamilyLimits: ['scan/batch-and-store-limit'],
  snapshots: [
    'ns/quota/clone-snapshot',
    'snapshot/delete-by-regex',
    'snapshot/errors',
    'snapshot/of-disabled',
    'snapshot/restore-dropped-table',
    'snapshot/restores-schema',
  ],
  'times beyond 2^53': ['data/timestamp-max-minus-one'],
};
