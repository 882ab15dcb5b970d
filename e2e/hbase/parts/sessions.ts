import { type Compared, differences, figures } from '../../../lib/testing/hbase/compared.js';
import { emptyCluster } from '../../../lib/testing/hbase/empty-cluster.js';
import { openHBaseStage } from '../../../lib/testing/hbase/hbase-stage.js';
import { playSession } from '../../../lib/testing/hbase/play-session.js';
import { readSessions } from '../../../lib/testing/hbase/read-sessions.js';
import { REFUSED_SESSIONS } from '../../../lib/testing/hbase/refused-sessions.js';
import type { HBasePart } from './part.js';

/** Plays the sessions that were recorded from HBase's own client, each in an empty cluster. */
export const playSessions: HBasePart = async ({ url, gateway }) => {
  const played = new Map<string, Compared>();
  for (const session of await readSessions()) {
    await emptyCluster(gateway);
    const stage = await openHBaseStage(url);
    played.set(session.id, await playSession(session, stage));
    await stage.close();
  }
  const failed = differences(played, REFUSED_SESSIONS);
  return { passed: played.size - failed.length, failed, skipped: [], figures: figures(played) };
};
