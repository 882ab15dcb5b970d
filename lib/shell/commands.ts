import type { Command } from './command.js';
import { alter, alterAsync, alterStatus } from './commands/alter.js';
import { append } from './commands/append.js';
import { cloneTableSchema } from './commands/clone-table-schema.js';
import { count } from './commands/count.js';
import { getCounter, incr } from './commands/counters.js';
import { create } from './commands/create.js';
import { deleteVersion } from './commands/delete.js';
import { deleteAll } from './commands/deleteall.js';
import { desc, describe } from './commands/describe.js';
import { get } from './commands/get.js';
import {
  alterNamespace,
  createNamespace,
  describeNamespace,
  dropNamespace,
  listNamespace,
  listNamespaceTables,
} from './commands/namespaces.js';
import { processlist } from './commands/processlist.js';
import { put } from './commands/put.js';
import { listRegions, locateRegion } from './commands/regions.js';
import { scan } from './commands/scan.js';
import { showFilters } from './commands/show-filters.js';
import { status } from './commands/status.js';
import { compact, compactionState, compactionSwitch, flush, majorCompact } from './commands/storage.js';
import { disableAll, dropAll, enableAll } from './commands/table-groups.js';
import {
  exists,
  isDisabled,
  isEnabled,
  list,
  listDisabledTables,
  listEnabledTables,
} from './commands/table-listings.js';
import { getSplits, getTable, tableHelp } from './commands/table-objects.js';
import { disable, drop, enable } from './commands/table-states.js';
import { truncate, truncatePreserve } from './commands/truncate.js';
import { version } from './commands/version.js';
import { whoami } from './commands/whoami.js';

const ALL: readonly Command[] = [
  alter,
  alterAsync,
  alterNamespace,
  alterStatus,
  append,
  cloneTableSchema,
  compact,
  compactionState,
  compactionSwitch,
  count,
  create,
  createNamespace,
  deleteAll,
  deleteVersion,
  desc,
  describe,
  describeNamespace,
  disable,
  disableAll,
  drop,
  dropAll,
  dropNamespace,
  enable,
  enableAll,
  exists,
  flush,
  get,
  getCounter,
  getSplits,
  getTable,
  incr,
  isDisabled,
  isEnabled,
  list,
  listDisabledTables,
  listEnabledTables,
  listNamespace,
  listNamespaceTables,
  listRegions,
  locateRegion,
  majorCompact,
  processlist,
  put,
  scan,
  showFilters,
  status,
  tableHelp,
  truncate,
  truncatePreserve,
  version,
  whoami,
];

/** Every command by its name, in alphabetical order. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map(
  ALL.map((command) => [command.name, command] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
);
