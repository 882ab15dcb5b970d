import { buildJava } from '../cluster/build-java.js';
import { runTool } from '../cluster/run-tool.js';
import type { Cluster } from '../cluster/start-cluster.js';

/** One round of a workload, as the Java client prints it. */
export interface JavaMeasurement {
  readonly workload: JavaWorkload;
  /** Counts from 1. The rounds that warm up are not reported. */
  readonly round: number;
  /** The number of rows that the round has put, got or scanned. */
  readonly operations: number;
  readonly milliseconds: number;
}

export type JavaWorkload = 'put list' | 'get list' | 'scan' | 'put' | 'get';

export interface JavaClientOptions {
  /** The name of the table that the client creates and, at the end, deletes. */
  readonly table?: string;
  readonly rounds?: number;
  readonly log?: (line: string) => void;
}

const TIME_LIMIT = 10 * 60_000;

/** Measures HBase's own client against a running cluster, in a process of its own. */
export async function runJavaClient(
  cluster: Pick<Cluster, 'zookeeper' | 'version'>,
  { table = 'java_client', rounds = 5, log = () => {} }: JavaClientOptions = {},
): Promise<readonly JavaMeasurement[]> {
  const { java, words } = await buildJava(cluster.version, log);
  log(`measuring the Java client of HBase ${cluster.version}`);
  const printed = await runTool(java, [...words, 'JavaClient', cluster.zookeeper, table, `${rounds}`], TIME_LIMIT);
  return printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as JavaMeasurement);
}
