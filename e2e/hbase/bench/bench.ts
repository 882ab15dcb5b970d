import { readFileSync, writeFileSync } from 'node:fs';
import { machineFacts, machineText } from '../../bench/run/machine.js';
import { DEFAULT_VERSION, startCluster } from '../cluster/start-cluster.js';
import { measureBigtab } from './measure-bigtab.js';
import { type JavaMeasurement, runJavaClient } from './run-java-client.js';
import { speedTable } from './speed-table.js';

const USAGE = 'npm run bench:hbase -- [--passes N] [--write]';
const README = 'e2e/hbase/bench/README.md';
/** The part of the README that is written. */
const SECTION = /(<!-- speed -->\n)[\s\S]*(<!-- end of speed -->)/;

const PASSES = 3;
const ROUNDS = 3;

/** Measures both clients in turn on one cluster, prints the table, and returns the exit code. */
export async function benchHBase(
  words: readonly string[],
  connectHBase: Parameters<typeof measureBigtab>[0],
): Promise<number> {
  const at = words.indexOf('--passes');
  const passes = at < 0 ? PASSES : Number(words[at + 1]);
  if (!(passes >= 1) || words.some((word) => word.startsWith('-') && !['--passes', '--write'].includes(word))) {
    console.error(USAGE);
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
    if (words.includes('--write')) {
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
