import type { Command } from '../command.js';
import { argumentError } from '../ruby-error.js';

export const status: Command = {
  name: 'status',
  group: 'general',
  arity: [0, 1],
  help: `Prints the state of the database as that of a cluster of one server; each table is one region:

  status
  status 'summary'`,
  async run({ connection, output }, args) {
    const format = args.has(0) ? args.word(0, 'a format') : 'summary';
    if (format !== 'summary') throw argumentError(`status may be 'summary'; '${format}' is not there`);
    const { tables } = await connection.status();
    output.line(
      `1 active master, 0 backup masters, 1 servers, 0 decommissioned, 0 dead, ${tables.toFixed(4)} average load`,
    );
    return undefined;
  },
};
