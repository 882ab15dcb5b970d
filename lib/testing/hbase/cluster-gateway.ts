import { waitingClock } from '../../clock.js';
import { Gateway } from '../../hbase/gateway.js';
import { type Connection, connectHBase } from '../../hbase.js';

const TIME_LIMIT = 60_000;

/** The gateway of the cluster under test, for the calls that prepare a part. */
export function clusterGateway(url: string): Gateway {
  return new Gateway({ url, headers: {}, fetch, timeoutMs: TIME_LIMIT, clock: waitingClock });
}

/** Another connection to the cluster under test. */
export function connectToCluster(url: string): Promise<Connection> {
  return connectHBase({ url });
}
