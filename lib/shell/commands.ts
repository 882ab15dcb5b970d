import type { Command } from './command.js';
import * as alter from './commands/alter.js';
import * as append from './commands/append.js';
import * as cloneTableSchema from './commands/clone-table-schema.js';
import * as count from './commands/count.js';
import * as counters from './commands/counters.js';
import * as create from './commands/create.js';
import * as deleteVersion from './commands/delete.js';
import * as deleteall from './commands/deleteall.js';
import * as describe from './commands/describe.js';
import * as get from './commands/get.js';
import * as namespaces from './commands/namespaces.js';
import * as processlist from './commands/processlist.js';
import * as put from './commands/put.js';
import * as regions from './commands/regions.js';
import * as scan from './commands/scan.js';
import * as showFilters from './commands/show-filters.js';
import * as status from './commands/status.js';
import * as storage from './commands/storage.js';
import * as tableGroups from './commands/table-groups.js';
import * as tableListings from './commands/table-listings.js';
import * as tableObjects from './commands/table-objects.js';
import * as tableStates from './commands/table-states.js';
import * as truncate from './commands/truncate.js';
import * as version from './commands/version.js';
import * as whoami from './commands/whoami.js';

/** The files whose exports are commands. */
const FILES: readonly Readonly<Record<string, unknown>>[] = [
  alter,
  append,
  cloneTableSchema,
  count,
  counters,
  create,
  deleteVersion,
  deleteall,
  describe,
  get,
  namespaces,
  processlist,
  put,
  regions,
  scan,
  showFilters,
  status,
  storage,
  tableGroups,
  tableListings,
  tableObjects,
  tableStates,
  truncate,
  version,
  whoami,
];

/** Every command by its name, in alphabetical order. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map(
  FILES.flatMap((file) => Object.values(file).filter(isCommand))
    .map((command) => [command.name, command] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1)),
);

function isCommand(exported: unknown): exported is Command {
  return typeof exported === 'object' && exported !== null && 'arity' in exported;
}
