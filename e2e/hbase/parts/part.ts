import type { clusterGateway } from '../../../lib/testing/hbase/cluster-gateway.js';
import type { Outcome } from '../../run/outcome.js';

/** The cluster that a part tests. It is empty when the part begins. */
export interface TestedCluster {
  readonly url: string;
  /** For the calls that prepare the tests. */
  readonly gateway: ReturnType<typeof clusterGateway>;
  /** Whether to store the exchanges of the sessions. */
  readonly record: boolean;
}

/** What a part found, and a line for the reader. */
export interface PartOutcome extends Outcome {
  readonly figures: string;
}

/** A part of the tests over a real HBase. */
export type HBasePart = (cluster: TestedCluster) => Promise<PartOutcome>;
