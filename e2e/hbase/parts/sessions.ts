import { writeFile } from 'node:fs/promises';
import { inRoot } from '../../../lib/build/package/places.js';
import { type Compared, differences, figures } from '../../../lib/testing/hbase/compared.js';
import { emptyCluster } from '../../../lib/testing/hbase/empty-cluster.js';
import { openHBaseStage } from '../../../lib/testing/hbase/hbase-stage.js';
import { playSession } from '../../../lib/testing/hbase/play-session.js';
import { RECORDING, readSessions } from '../../../lib/testing/hbase/read-sessions.js';
import { ExchangeRecorder } from '../../../lib/testing/hbase/recorded-exchanges.js';
import { REFUSED_SESSIONS } from '../../../lib/testing/hbase/refused-sessions.js';
import type { HBasePart } from './part.js';

/**
 * Plays the sessions that were recorded from HBase's own client, each in an empty cluster. With `record`, stores what
 * passed between the adapter and the gateway.
 */
export const playSessions: HBasePart = async ({ url, gateway, record }) => {
  const recorder = record ? new ExchangeRecorder(fetch) : null;
  const played = new Map<string, Compared>();
  for (const session of await readSessions()) {
    await emptyCluster(gateway);
    recorder?.begin(session.id);
    const stage = await openHBaseStage(url, recorder?.fetch);
    played.set(session.id, await playSession(session, stage));
    await stage.close();
  }
  if (recorder !== null) await writeFile(inRoot(RECORDING), recorder.toFile());
  const failed = differences(played, REFUSED_SESSIONS);
  return { passed: played.size - failed.length, failed, skipped: [], figures: figures(played) };
};
