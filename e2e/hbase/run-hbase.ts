import { type CommandForm, readCommand } from '../../lib/build/command-words.js';
import { clusterGateway } from '../../lib/testing/hbase/cluster-gateway.js';
import { emptyCluster, userTables } from '../../lib/testing/hbase/empty-cluster.js';
import { type Outcome, summary, total } from '../run/outcome.js';
import { type Cluster, DEFAULT_VERSION, startCluster } from './cluster/start-cluster.js';
import { playFilters } from './parts/filters.js';
import { playGuidePage } from './parts/guide.js';
import type { HBasePart, TestedCluster } from './parts/part.js';
import { testProxy } from './parts/proxy.js';
import { playSessions } from './parts/sessions.js';
import { runSuite } from './parts/suite.js';

const PARTS: Readonly<Record<string, HBasePart>> = {
  sessions: playSessions,
  filters: playFilters,
  suite: runSuite,
  proxy: testProxy,
  guide: playGuidePage,
};

const COMMAND: CommandForm = {
  help: `npm run test:hbase -- [options] [PARTS…]: starts a real HBase and compares what bigtab/hbase answers with recorded
answers. The parts are ${Object.keys(PARTS).join(', ')}; default: all.
  --gateway URL     uses a running, empty cluster instead
  --hbase VERSION   starts another version than ${DEFAULT_VERSION}
  --record          stores the bytes of the sessions, which npm test replays`,
  options: { gateway: { type: 'string' }, hbase: { type: 'string' }, record: { type: 'boolean' } },
  words: Object.keys(PARTS),
};

/** The settings of the cluster that is started. */
const PROPERTIES: Readonly<Record<string, string>> = {
  // As in the cluster whose answers were recorded.
  'hbase.quota.enabled': 'true',
  // Otherwise each family of the many tables takes 2 MiB of memory.
  'hbase.hregion.memstore.mslab.enabled': 'false',
};

/** Runs the named parts, or all, prints the summary and returns the exit code. */
export async function runHBase(words: readonly string[]): Promise<number> {
  const read = readCommand(words, COMMAND, console.log);
  if (typeof read === 'number') return read;
  const { hbase: version = DEFAULT_VERSION, record } = read.values;
  const gateway = read.values.gateway === undefined ? null : String(read.values.gateway);
  const parts = read.words.length > 0 ? read.words : Object.keys(PARTS);
  let cluster: Cluster | null = null;
  try {
    cluster =
      gateway === null
        ? await startCluster({ version: String(version), properties: PROPERTIES, log: console.log })
        : null;
    const url = gateway ?? (cluster as Cluster).gateway;
    const outcome = await runParts(parts, { url, gateway: clusterGateway(url), record: record === true });
    const { lines, ok } = summary(outcome, [], true);
    console.log(`\n${lines.join('\n')}`);
    return ok ? 0 : 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.log('\n0 passed, 1 failed');
    return 1;
  } finally {
    await cluster?.stop();
  }
}

async function runParts(names: readonly string[], cluster: TestedCluster): Promise<Outcome> {
  const tables = await userTables(cluster.gateway);
  if (tables.length > 0) {
    throw new Error(`${cluster.url} has ${tables.length} tables. The tests drop all tables, so use an empty cluster.`);
  }
  const outcomes: Outcome[] = [];
  for (const name of names) {
    const start = performance.now();
    const { figures, ...outcome } = await (PARTS[name] as HBasePart)(cluster);
    outcomes.push(outcome);
    console.log(`${name}: ${figures}; ${((performance.now() - start) / 1000).toFixed(0)} s`);
    await emptyCluster(cluster.gateway);
  }
  return total(outcomes);
}
