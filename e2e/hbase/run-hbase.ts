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

const USAGE = `npm run test:hbase -- [--gateway URL | --hbase VERSION] [--record] [${Object.keys(PARTS).join('|')}]...`;

/** The settings of the cluster that is started. */
const PROPERTIES: Readonly<Record<string, string>> = {
  // As in the cluster whose answers were recorded.
  'hbase.quota.enabled': 'true',
  // Otherwise each family of the many tables takes 2 MiB of memory.
  'hbase.hregion.memstore.mslab.enabled': 'false',
};

interface Words {
  readonly gateway: string | null;
  readonly version: string;
  readonly record: boolean;
  readonly parts: readonly string[];
}

/** Runs the named parts, or all, prints the summary and returns the exit code. */
export async function runHBase(words: readonly string[]): Promise<number> {
  const read = readWords(words);
  if (read === null) {
    console.error(USAGE);
    return 2;
  }
  const { gateway, version, record, parts } = read;
  let cluster: Cluster | null = null;
  try {
    cluster = gateway === null ? await startCluster({ version, properties: PROPERTIES, log: console.log }) : null;
    const url = gateway ?? (cluster as Cluster).gateway;
    const outcome = await runParts(parts, { url, gateway: clusterGateway(url), record });
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

/** Null if the command cannot be read. */
function readWords(words: readonly string[]): Words | null {
  let [gateway, version, record]: [string | null, string, boolean] = [null, DEFAULT_VERSION, false];
  const parts: string[] = [];
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--record') record = true;
    else if (word === '--gateway' || word === '--hbase') {
      const value = rest.shift();
      if (value === undefined) return null;
      if (word === '--gateway') gateway = value;
      else version = value;
    } else if (Object.hasOwn(PARTS, word)) parts.push(word);
    else return null;
  }
  return { gateway, version, record, parts: parts.length > 0 ? parts : Object.keys(PARTS) };
}
