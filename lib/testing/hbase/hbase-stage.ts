import { systemClock, waitingClock } from '../../clock.js';
import { openCluster } from '../../cluster/open-cluster.js';
import type { FetchLike } from '../../hbase/gateway.js';
import type { OwnedStage } from '../vectors/player.js';

/**
 * A cluster. Its clock cannot be set, so it answers with its own times. Lists are not cut after some milliseconds: the
 * same calls send the same requests.
 */
export async function openHBaseStage(url: string, through: FetchLike = fetch): Promise<OwnedStage> {
  const connection = await openCluster(
    { url },
    {
      fetch: through,
      clock: { ...systemClock, monotonic: () => 0 },
      waitingClock,
      name: 'stage',
      yielder: () => Promise.resolve(),
      close: () => {},
    },
  );
  return { connection, setTime: () => {}, close: () => connection.close() };
}
