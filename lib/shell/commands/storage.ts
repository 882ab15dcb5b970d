import type { Admin } from '../../client/admin.js';
import type { AbortSignalLike } from '../../client/calls/call-options.js';
import type { Command } from '../command.js';
import { booleanOf } from '../plain-values.js';
import { argumentError } from '../ruby-error.js';

const flush: Command = {
  name: 'flush',
  group: 'tools',
  arity: [1, 2],
  help: `Writes a table's cells from memory to files:

  flush 't'
  flush 't', 'family'`,
  async run({ connection, signal }, args) {
    const family = args.has(1) ? args.bytes(1) : null;
    await connection.getAdmin().flush(args.table(), family, { signal });
  },
};

const compact: Command = compaction(
  'compact',
  'Merges some files of a table, or of one of its families, if that is worthwhile',
  (admin, table, family, signal) => admin.compact(table, family, { signal }),
);

const majorCompact: Command = compaction(
  'major_compact',
  'Merges all files of a table, or of one of its families, and removes deleted cells, expired cells and surplus versions',
  (admin, table, family, signal) => admin.majorCompact(table, family, { signal }),
);

const compactionState: Command = {
  name: 'compaction_state',
  group: 'tools',
  arity: [1, 1],
  help: `Prints whether files of a table are being merged: NONE, MINOR, MAJOR or MAJOR_AND_MINOR:

  compaction_state 't'`,
  async run({ connection, output }, args) {
    output.row(await connection.getAdmin().getCompactionState(args.table()));
  },
};

const compactionSwitch: Command = {
  name: 'compaction_switch',
  group: 'tools',
  arity: [1, 1],
  help: `Switches compactions of all tables on or off until the database is closed, and prints the previous state:

  compaction_switch true
  compaction_switch false`,
  async run({ connection, output }, args) {
    const before = await connection.getAdmin().compactionSwitch(booleanOf(args.from(0)[0] ?? null, 'the switch'));
    output.header('PREV_STATE');
    output.row(String(before));
  },
};

export const STORAGE: readonly Command[] = [flush, compact, majorCompact, compactionState, compactionSwitch];

function compaction(
  name: string,
  help: string,
  compactTable: (
    admin: Admin,
    table: string,
    family: Uint8Array | null,
    signal: AbortSignalLike | undefined,
  ) => Promise<void>,
): Command {
  return {
    name,
    group: 'tools',
    arity: [1, 3],
    help: `${help}:

  ${name} 't'
  ${name} 't', 'family'
  ${name} 't', nil, 'NORMAL'`,
    async run({ connection, signal }, args) {
      const type = args.has(2) ? args.word(2, 'a type') : 'NORMAL';
      if (type !== 'NORMAL') throw argumentError(`a compaction can only be NORMAL; ${type} is not supported`);
      await compactTable(connection.getAdmin(), args.table(), args.has(1) ? args.bytes(1) : null, signal);
    },
  };
}
