import { toStringBinary } from '../../bytes/text.js';
import type { Command } from '../command.js';
import { TableReference } from '../shell-value.js';

/** The commands that are also methods of a table (H-6). */
export const TABLE_METHODS: readonly string[] = [
  'put',
  'get',
  'scan',
  'delete',
  'deleteall',
  'count',
  'incr',
  'append',
  'get_counter',
  'get_splits',
  'enable',
  'disable',
  'flush',
  'drop',
  'describe',
  'snapshot',
];

const getTable: Command = {
  name: 'get_table',
  group: 'ddl',
  arity: [1, 1],
  help: `Returns a table that you can keep in a variable. Its methods are commands without their first argument:

  t = get_table 't'
  t.put 'row', 'family:qualifier', 'value'
  t.scan`,
  async run(_, args) {
    return new TableReference(args.table());
  },
};

const tableHelp: Command = {
  name: 'table_help',
  group: 'general',
  arity: [0, 0],
  help: 'Explains how to use a table that is kept in a variable.',
  async run({ output }) {
    const text = `With a table in a variable, you do not have to name it in each command:

  t = create 't', 'f'
  t = get_table 't'

  t.put 'row', 'f:q', 'value'
  t.get 'row'
  t.scan

Its methods are ${TABLE_METHODS.join(', ')}: the commands of these names without their first argument.`;
    for (const line of text.split('\n')) output.line(line);
  },
};

const getSplits: Command = {
  name: 'get_splits',
  group: 'dml',
  arity: [1, 1],
  help: `Prints the number of regions of a table, and where they begin. In Bigtab, a table has one region:

  get_splits 't'`,
  async run({ connection, output }, args) {
    const starts = await connection.getTable(args.table()).getRegionLocator().getStartKeys();
    output.line(`Total number of splits = ${starts.length}`);
    for (const start of starts) if (start.length > 0) output.line(toStringBinary(start));
  },
};

export const TABLE_OBJECTS: readonly Command[] = [getTable, tableHelp, getSplits];
