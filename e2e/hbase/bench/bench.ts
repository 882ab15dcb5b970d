import { readFileSync, writeFileSync } from 'node:fs';
import { type CommandForm, readCommand } from '../../../lib/build/command-words.js';
import { machineFacts, machineText } from '../../bench/run/machine.js';
import { DEFAULT_VERSION, startCluster } from '../cluster/start-cluster.js';
import { measureBigtab } from './measure-bigtab.js';
import { type JavaMeasurement, runJavaClient } from './run-java-client.js';
import { speedTable } from './speed-table.js';

const README = 'e2e/hbase/bench/README.md';
/** The part of the README that is written. */
const SECTION = /(<!-- speed -->\n)[\s\S]*(<!-- end of speed -->)/;

const PASSES = 3;
const ROUNDS = 3;
const COMMAND: CommandForm = {
  help: `npm run bench:hbase -- [options]: starts a real HBase and measures bigtab/hbase beside HBase's own Java client
  --passes N   how often the two take turns, default ${PASSES}
  --write      writes the table into ${README}`,
  options: { passes: { type: 'string' }, write: { type: 'boolean' } },
};

/** Measures both clients in turn on one cluster, prints the table, and returns the exit code. */
export async function benchHBase(
  words: readonly string[],
  connectHBase: Parameters<typeof measureBigtab>[0],
): Promise<number> {
  const read = readCommand(words, COMMAND, console.error);
  if (typeof read === 'number') return read;
  const passes = Number(read.values.passes ?? PASSES);
  if (!(passes >= 1)) {
    console.error(COMMAND.help);
    return 1;
  }
  const cluster = await startCluster({ log: console.error });
  try {
    const bigtab: JavaMeasurement[] = [];
    const java: JavaMeasurement[] = [];
    for (let pass = 1; pass <= passes; pass++) {
      console.error(`pass ${pass} of ${passes}`);
      java.push(...(await runJavaClient(cluster, { rounds: ROUNDS, table: `java_${pass}`, log: console.error })));
      bigtab.push(...(await measureBigtab(connectHBase, cluster.gateway, { rounds: ROUNDS, table: `bigtab_${pass}` })));
    }
    const text = `${captionOf(passes)}\n\n${speedTable(bigtab, java)}\n`;
    console.log(text);
    if (read.values.write === true) {
      writeFileSync(README, readFileSync(README, 'utf8').replace(SECTION, `$1${text}$2`));
    }
    return 0;
  } finally {
    await cluster.stop();
  }
}

function captionOf(passes: number): string {
  const machine = machineText(machineFacts(''));
  const rounds = passes * ROUNDS;
  return `HBase ${DEFAULT_VERSION} in one process, both clients on the same machine (${machine}), Node ${process.versions.node}; in turn, ${passes} passes with ${rounds} rounds in all after warming up. The median, and the slowest and fastest round. Above 1, Bigtab is faster.`;
}
