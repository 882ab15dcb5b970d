import type { Command } from '../command.js';
import { PACKAGE_VERSION } from '../package-version.js';

export const version: Command = {
  name: 'version',
  group: 'general',
  arity: [0, 0],
  help: `Prints the version of Bigtab. Unlike HBase, Bigtab prints no revision and no build date:

  version`,
  async run({ output }) {
    output.line(`${PACKAGE_VERSION}, Bigtab`);
  },
};
