import type { Command } from '../command.js';
import { argumentError } from '../ruby-error.js';

const enable: Command = {
  name: 'enable',
  group: 'ddl',
  arity: [1, 1],
  help: `Enables a disabled table, so that it can be read and written again:

  enable 't'`,
  async run({ connection }, args) {
    const admin = connection.getAdmin();
    const name = args.table();
    if (!(await admin.tableExists(name))) throw argumentError(`Table ${name} does not exist.`);
    if (!(await admin.isTableEnabled(name))) await admin.enableTable(name);
  },
};

const disable: Command = {
  name: 'disable',
  group: 'ddl',
  arity: [1, 1],
  help: `Disables a table, so that it cannot be read or written. Only a disabled table can be dropped:

  disable 't'`,
  async run({ connection }, args) {
    const admin = connection.getAdmin();
    const name = args.table();
    if (!(await admin.tableExists(name))) throw argumentError(`Table ${name} does not exist.`);
    if (!(await admin.isTableDisabled(name))) await admin.disableTable(name);
  },
};

const drop: Command = {
  name: 'drop',
  group: 'ddl',
  arity: [1, 1],
  help: `Drops a disabled table and its data:

  drop 't'`,
  async run({ connection }, args) {
    const admin = connection.getAdmin();
    const name = args.table();
    if (!(await admin.tableExists(name))) throw argumentError(`Table ${name} does not exist.`);
    if (await admin.isTableEnabled(name)) throw argumentError(`Table ${name} is enabled. Disable it first.`);
    await admin.deleteTable(name);
  },
};

export const TABLE_STATES: readonly Command[] = [enable, disable, drop];
