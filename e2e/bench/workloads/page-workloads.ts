import { bulkLoad } from './bulk-load.js';
import { busy } from './busy.js';
import { deletes } from './deletes.js';
import { gets } from './gets.js';
import { growth } from './growth.js';
import { history } from './history.js';
import { indexes } from './indexes.js';
import { mixes } from './mixes.js';
import { scans } from './scans.js';
import { singlePuts } from './single-puts.js';
import { transactions } from './transactions.js';
import { versions } from './versions.js';
import type { Workload } from './workload.js';

/** Workloads that need only a page. */
export const PAGE_WORKLOADS: Readonly<Record<string, Workload>> = {
  W1: bulkLoad,
  W2: singlePuts,
  W3: gets,
  W4: scans,
  W5: versions,
  W6: mixes,
  W9: deletes,
  busy,
  growth,
  history,
  transactions,
  indexes,
};
