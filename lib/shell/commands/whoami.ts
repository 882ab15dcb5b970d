import type { Command } from '../command.js';

export const whoami: Command = {
  name: 'whoami',
  group: 'general',
  arity: [0, 0],
  help: `Prints who uses the database; Bigtab has no users:

  whoami`,
  async run({ output }) {
    output.line('no user: Bigtab has no users, and anyone who can open the database has full access');
  },
};
