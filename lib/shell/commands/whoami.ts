import type { Command } from '../command.js';

export const whoami: Command = {
  name: 'whoami',
  group: 'general',
  arity: [0, 0],
  help: `Prints who uses the database; Bigtab has no users, and a connection to a cluster does not know them:

  whoami`,
  async run({ connection: { cluster }, output }) {
    output.line(
      cluster
        ? 'not known: the proxy or the gateway of the cluster decides as which user HBase runs a call'
        : 'no user: Bigtab has no users, and anyone who can open the database has full access',
    );
  },
};
