import type { Command } from './command.js';
import { ALTERATIONS } from './commands/alter.js';
import { append } from './commands/append.js';
import { cloneTableSchema } from './commands/clone-table-schema.js';
import { count } from './commands/count.js';
import { COUNTERS } from './commands/counters.js';
import { create } from './commands/create.js';
import { deleteVersion } from './commands/delete.js';
import { deleteAll } from './commands/deleteall.js';
import { DESCRIPTIONS } from './commands/describe.js';
import { get } from './commands/get.js';
import { NAMESPACES } from './commands/namespaces.js';
import { processlist } from './commands/processlist.js';
import { put } from './commands/put.js';
import { REGIONS } from './commands/regions.js';
import { scan } from './commands/scan.js';
import { showFilters } from './commands/show-filters.js';
import { SNAPSHOTS } from './commands/snapshots.js';
import { status } from './commands/status.js';
import { STORAGE } from './commands/storage.js';
import { TABLE_GROUPS } from './commands/table-groups.js';
import { TABLE_LISTINGS } from './commands/table-listings.js';
import { TABLE_OBJECTS } from './commands/table-objects.js';
import { TABLE_STATES } from './commands/table-states.js';
import { TRUNCATIONS } from './commands/truncate.js';
import { version } from './commands/version.js';
import { whoami } from './commands/whoami.js';

const ALL: readonly Command[] = [
  ...ALTERATIONS,
  append,
  cloneTableSchema,
  count,
  ...COUNTERS,
  create,
  deleteVersion,
  deleteAll,
  ...DESCRIPTIONS,
  get,
  ...NAMESPACES,
  processlist,
  put,
  ...REGIONS,
  scan,
  showFilters,
  ...SNAPSHOTS,
  status,
  ...STORAGE,
  ...TABLE_GROUPS,
  ...TABLE_LISTINGS,
  ...TABLE_OBJECTS,
  ...TABLE_STATES,
  ...TRUNCATIONS,
  version,
  whoami,
];

/** Every command by its name, in alphabetical order. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map(
  ALL.map((command) => [command.name, command] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
);
