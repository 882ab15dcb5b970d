import type { Command } from '../command.js';
import { PACKAGE_VERSION } from '../package-version.js';

export const version: Command = {
  name: 'version',
  group: 'general',
  arity: [0, 0],
  help: `Prints the version of Bigtab to which this shell belongs; of a revision and a date, as in HBase, a package knows nothing:

  version`,
  async run({ output }) {
    output.line(`${PACKAGE_VERSION}, Bigtab`);
    return undefined;
  },
};
