import { invalidArgument } from '../../errors.js';
import { toDurability } from '../../model/durability.js';
import { oneOf } from '../../model/literal.js';
import { type MemoryOptions, memoryBudget } from '../../model/memory-options.js';
import type { OpenMode } from '../../model/open-mode.js';
import { toDatabaseName } from '../../model/schema/database-name.js';
import { toSiteConfiguration } from '../../model/schema/settings.js';
import type { TimestampMode } from '../../model/timestamp-mode.js';
import type { AskedOptions } from '../../service/control-methods.js';
import type { DatabaseOptions } from './database.js';

const TIMESTAMP_MODES: readonly TimestampMode[] = ['ordered', 'strict', 'wall'];
const OPEN_MODES: readonly OpenMode[] = ['normal', 'read-only', 'salvage'];

/** Every option of the database with its default filled in. Throws INVALID_ARGUMENT, which names the wrong option. */
export function readDatabaseOptions(asked: AskedOptions): Required<DatabaseOptions> {
  if (asked.durability !== undefined) toDurability(asked.durability);
  return {
    name: toDatabaseName(asked.name),
    timestamps: oneOf(asked.timestamps ?? 'ordered', TIMESTAMP_MODES, 'timestamps'),
    memory: memoryBudget(asked.memory as MemoryOptions | undefined),
    configuration: toSiteConfiguration(asked.configuration ?? {}),
    open: oneOf(asked.open ?? 'normal', OPEN_MODES, 'open'),
  };
}

/**
 * Throws INVALID_ARGUMENT, which names the first option in which `asked` differs from the database that is open in
 * `where`. In another tab, `memory` may differ: the options of the tab that leads apply.
 */
export function requireSameOptions(
  open: Required<DatabaseOptions>,
  asked: Required<DatabaseOptions>,
  where: 'this page' | 'another tab',
): void {
  const [have, want] = [flatten(open), flatten(where === 'this page' ? asked : { ...asked, memory: open.memory })];
  for (const option of Object.keys({ ...have, ...want })) {
    const value = want[option];
    if (have[option] === value) continue;
    throw invalidArgument(
      `Database '${open.name}' is open in ${where} with ${option}: ${have[option]}, and this call to connect requests ${value}. Pass the same options to every connect, or close the other connections first.`,
      { option, open: have[option], asked: value },
    );
  }
}

function flatten({ memory, configuration, ...others }: Required<DatabaseOptions>): Readonly<Record<string, unknown>> {
  const lines = Object.entries({ memory, configuration }).flatMap(([option, values]) =>
    Object.entries(values).map(([name, value]) => [`${option}.${name}`, value]),
  );
  return { ...others, ...Object.fromEntries(lines) };
}
