import type { ConnectOptions } from '../../client/page/connect-options.js';
import { directClock } from '../fakes/directed-clock.js';
import { connectThread } from '../thread/connect-thread.js';
import { directedStage, type OwnedStage } from './player.js';
import { SITE } from './site.js';

/** A database in a Node worker thread, in memory. */
export async function openThreadStage(options: Partial<ConnectOptions> = {}): Promise<OwnedStage> {
  const { connection, worker } = await connectThread({ timestamps: 'wall', configuration: SITE, ...options });
  return directedStage(connection, directClock(worker));
}
