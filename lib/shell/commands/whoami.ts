import type { Command } from '../command.js';

export const whoami: Command = {
  name: 'whoami',
  group: 'general',
  arity: [0, 0],
  help: `Prints who uses the database; Bigtab has no users:

  whoami`,
  async run({ output }) {
    output.line('no user: the database has none, and whoever can open it may do everything');
  },
};
