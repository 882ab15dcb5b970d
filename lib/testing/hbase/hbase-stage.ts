import type { FetchLike } from '../../hbase/gateway.js';
import { connectHBase } from '../../hbase.js';
import type { OwnedStage } from '../vectors/player.js';

/** A cluster. Its clock cannot be set, so it answers with its own times. */
export async function openHBaseStage(url: string, fetch?: FetchLike): Promise<OwnedStage> {
  const connection = await connectHBase({ url, fetch });
  return { connection, setTime: () => {}, close: () => connection.close() };
}
