import type { Command } from '../command.js';

export const whoami: Command = {
  name: 'whoami',
  group: 'general',
  arity: [0, 0],
  help: `Says who works with the database; it has no users:

  whoami`,
  async run({ output }) {
    output.line('no user: the database has none, and whoever can open it may do everything');
    return undefined;
  },
};
