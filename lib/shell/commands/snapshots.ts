import { BigtabError } from '../../errors.js';
import type { SnapshotDescription } from '../../model/snapshot-description.js';
import type { Arguments } from '../arguments.js';
import type { Command, CommandContext } from '../command.js';
import { booleanOf } from '../plain-values.js';
import { ShellText, type ShellValue } from '../shell-value.js';

const snapshot: Command = {
  name: 'snapshot',
  group: 'snapshots',
  arity: [2, 3],
  help: `Takes a snapshot of a table, which keeps the table as it is now, under a name. Nothing is copied:

  snapshot 't', 's'
  snapshot 't', 's', {SKIP_FLUSH => true}
  snapshot 't', 's', {TTL => 86400, MAX_FILESIZE => 21474836480}

With SKIP_FLUSH, it has only what is in store files. After TTL seconds, it is deleted.`,
  async run({ connection }, args) {
    const options = args.options();
    const type = options.boolean('SKIP_FLUSH') ? 'SKIPFLUSH' : 'FLUSH';
    const TTL = options.integer('TTL');
    const MAX_FILESIZE = options.integer('MAX_FILESIZE');
    options.finish();
    const properties = { ...(TTL !== undefined && { TTL }), ...(MAX_FILESIZE !== undefined && { MAX_FILESIZE }) };
    await connection.getAdmin().snapshot(args.word(1, 'a snapshot'), args.table(), type, properties);
  },
};

const cloneSnapshot: Command = {
  name: 'clone_snapshot',
  group: 'snapshots',
  arity: [2, 3],
  help: `Creates a table with the schema and the data of a snapshot, without copying them:

  clone_snapshot 's', 't'`,
  async run({ connection }, args) {
    const options = args.options();
    options.ignore('RESTORE_ACL', 'CLONE_SFT');
    options.finish();
    await connection.getAdmin().cloneSnapshot(args.word(0, 'a snapshot'), args.word(1, 'a table'));
  },
};

const restoreSnapshot: Command = {
  name: 'restore_snapshot',
  group: 'snapshots',
  arity: [1, 2],
  help: `Replaces the schema and the data of a disabled table with those of a snapshot. What was written since then is lost:

  restore_snapshot 's'`,
  async run({ connection }, args) {
    const options = args.options();
    options.ignore('RESTORE_ACL');
    options.finish();
    await connection.getAdmin().restoreSnapshot(args.word(0, 'a snapshot'));
  },
};

const deleteSnapshot: Command = {
  name: 'delete_snapshot',
  group: 'snapshots',
  arity: [1, 1],
  help: `Deletes a snapshot:

  delete_snapshot 's'`,
  async run({ connection }, args) {
    await connection.getAdmin().deleteSnapshot(args.word(0, 'a snapshot'));
  },
};

const listSnapshots: Command = {
  name: 'list_snapshots',
  group: 'snapshots',
  arity: [0, 1],
  help: `Lists all snapshots, or those whose name matches a regular expression:

  list_snapshots
  list_snapshots 'abc.*'`,
  async run({ connection, output }, args) {
    const pattern = args.has(0) ? args.word(0, 'a regular expression') : null;
    const found = await connection.getAdmin().listSnapshots(pattern);
    output.header('SNAPSHOT', 'TABLE + CREATION TIME + TTL(Sec)');
    for (const one of found) output.row(one.name, `${tableAndTime(one)} ${ttlText(one)}`);
    output.footer(found.length);
    return namesOf(found);
  },
};

const listTableSnapshots: Command = {
  name: 'list_table_snapshots',
  group: 'snapshots',
  arity: [1, 2],
  help: `Lists the snapshots of the tables whose full name matches a regular expression; with a second one, only those whose name it matches:

  list_table_snapshots 't.*'
  list_table_snapshots 'ns:.*', 'abc.*'`,
  async run({ connection, output }, args) {
    const found = await connection.getAdmin().listTableSnapshots(...patterns(args));
    printSnapshots(output, found);
    output.footer(found.length);
    return namesOf(found);
  },
};

const deleteAllSnapshot: Command = {
  name: 'delete_all_snapshot',
  group: 'snapshots',
  arity: [1, 1],
  help: `Deletes all snapshots whose name matches a regular expression, after it has listed them and you have confirmed:

  delete_all_snapshot 'abc.*'`,
  async run({ connection, output, ask }, args) {
    const admin = connection.getAdmin();
    const pattern = args.word(0, 'a regular expression');
    const found = await admin.listSnapshots(pattern);
    printSnapshots(output, found);
    if (found.length === 0) return output.line(`No snapshots matched the regex ${pattern}`);
    if (!(await confirms(output, ask, found.length))) return;
    await admin.deleteSnapshots(pattern);
    output.line(`${found.length} snapshots successfully deleted.`);
  },
};

const deleteTableSnapshots: Command = {
  name: 'delete_table_snapshots',
  group: 'snapshots',
  arity: [1, 2],
  help: `Deletes the snapshots that list_table_snapshots lists, after it has listed them and you have confirmed:

  delete_table_snapshots 't.*'
  delete_table_snapshots 't.*', 'abc.*'`,
  async run({ connection, output, ask }, args) {
    const admin = connection.getAdmin();
    const [table, name] = patterns(args);
    const found = await admin.listTableSnapshots(table, name);
    printSnapshots(output, found);
    if (found.length === 0) {
      return output.line(
        `No snapshots matched the table name regular expression ${table} and the snapshot name regular expression ${name}`,
      );
    }
    if (!(await confirms(output, ask, found.length))) return;
    for (const one of found) {
      try {
        await admin.deleteSnapshot(one.name);
        output.line(`Successfully deleted snapshot: ${one.name}`);
      } catch (error) {
        if (!BigtabError.is(error)) throw error;
        output.line(`Failed to delete snapshot: ${one.name}, due to below exception,`);
        output.line(error.message);
      }
      output.line();
    }
  },
};

const cleanupSwitch: Command = {
  name: 'snapshot_cleanup_switch',
  group: 'snapshots',
  arity: [1, 1],
  help: `Switches the deletion of expired snapshots on or off, and prints the previous state:

  snapshot_cleanup_switch true
  snapshot_cleanup_switch false`,
  async run({ connection, output }, args) {
    const on = booleanOf(args.from(0)[0] ?? null, 'the switch');
    const before = await connection.getAdmin().snapshotCleanupSwitch(on);
    output.row(`Previous snapshot cleanup state : ${before}`);
    return before;
  },
};

const cleanupEnabled: Command = {
  name: 'snapshot_cleanup_enabled',
  group: 'snapshots',
  arity: [0, 0],
  help: `Prints whether expired snapshots are deleted:

  snapshot_cleanup_enabled`,
  async run({ connection, output }) {
    const isEnabled = await connection.getAdmin().isSnapshotCleanupEnabled();
    output.row(String(isEnabled));
    return isEnabled;
  },
};

export const SNAPSHOTS: readonly Command[] = [
  snapshot,
  cloneSnapshot,
  restoreSnapshot,
  deleteSnapshot,
  listSnapshots,
  listTableSnapshots,
  deleteAllSnapshot,
  deleteTableSnapshots,
  cleanupSwitch,
  cleanupEnabled,
];

/** Regular expressions for the names of tables and of snapshots. */
function patterns(args: Arguments): [table: string, snapshot: string] {
  const table = args.word(0, 'a regular expression');
  return [table, args.has(1) ? args.word(1, 'a regular expression') : '.*'];
}

function printSnapshots(output: CommandContext['output'], found: readonly SnapshotDescription[]): void {
  output.header('SNAPSHOT', 'TABLE + CREATION TIME');
  for (const one of found) output.row(one.name, tableAndTime(one));
}

async function confirms(output: CommandContext['output'], ask: CommandContext['ask'], count: number): Promise<boolean> {
  output.line();
  return /^y/i.test(await ask(`Delete the above ${count} snapshots (y/n)?`));
}

/** `t (2026-08-19 21:29:36 +0000)`. */
function tableAndTime({ table, creationTime }: SnapshotDescription): string {
  const time = new Date(creationTime).toISOString().slice(0, 19).replace('T', ' ');
  return `${table} (${time} +0000)`;
}

/** HBase prints a space after `(Expired)`. */
function ttlText({ ttl, expired }: SnapshotDescription): string {
  if (ttl === 0) return 'FOREVER';
  return expired ? `${ttl} (Expired) ` : String(ttl);
}

function namesOf(found: readonly SnapshotDescription[]): ShellValue {
  return found.map(({ name }) => ShellText.of(name));
}
