import { waitingClock } from '../../clock.js';
import { Gateway } from '../../hbase/gateway.js';

const TIME_LIMIT = 60_000;

/** The gateway of the cluster under test, for the calls that prepare a part. */
export function clusterGateway(url: string): Gateway {
  return new Gateway({ url, headers: {}, fetch, timeoutMs: TIME_LIMIT, clock: waitingClock });
}
