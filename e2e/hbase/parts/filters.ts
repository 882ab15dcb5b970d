import { inRoot } from '../../../lib/build/package/places.js';
import { type Compared, differences, figures } from '../../../lib/testing/hbase/compared.js';
import { inParallel } from '../../../lib/testing/hbase/empty-cluster.js';
import { openHBaseStage } from '../../../lib/testing/hbase/hbase-stage.js';
import { DIFFERENT_HISTORIES, REFUSED_HISTORIES } from '../../../lib/testing/hbase/history-exceptions.js';
import { playHistory } from '../../../lib/testing/hbase/play-history.js';
import { portableHistory } from '../../../lib/testing/hbase/portable-histories.js';
import type { History } from '../../../lib/testing/vectors/history.js';
import { readHistoryFile } from '../../../lib/testing/vectors/read-history-file.js';
import type { HBasePart } from './part.js';

/** Plays the histories of filters that a cluster can play, each in a table of its own. */
export const playFilters: HBasePart = async ({ url }) => {
  const lines = await readHistoryFile(inRoot('lib/testing/vectors/data/filters.ndjson.gz'));
  const histories = lines.flatMap(({ value }) => portableHistory(value as History) ?? []);
  const stage = await openHBaseStage(url);
  const played = new Map<string, Compared>();
  await inParallel(histories, async (history) => {
    played.set(history.id, await playHistory(history, stage));
  });
  await stage.close();
  const failed = differences(played, REFUSED_HISTORIES, DIFFERENT_HISTORIES);
  const others = lines.length - histories.length;
  return {
    passed: played.size - failed.length,
    failed,
    skipped: [],
    figures: `${figures(played)} (${others} more need a flush or the clock)`,
  };
};
