import { systemClock } from '../../lib/clock.js';
import { Gateway } from '../../lib/hbase/gateway.js';

const TIME_LIMIT = 60_000;

/** The gateway of the cluster under test, for the calls that prepare a part. */
export function clusterGateway(url: string): Gateway {
  return new Gateway({ url, headers: {}, fetch, timeoutMs: TIME_LIMIT, clock: systemClock });
}
