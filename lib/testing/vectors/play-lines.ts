import type { ConnectOptions } from '../../client/page/connect-options.js';
import { endTask } from '../end-task.js';
import { openDirectStage } from './direct-stage.js';
import { type Player, stagePlayer } from './player.js';
import { type HistoryLine, isNoHistory } from './read-history-file.js';
import { count, describeFailure, newTally, type Tally } from './report.js';
import { openThreadStage } from './thread-stage.js';

/**
 * Opening a database takes longer than most histories. Each history has its own table, though, and every change of the
 * schema stores all of them, also dropped ones.
 */
const HISTORIES_PER_STAGE = 50;

/** Plays in this thread. */
export function directPlayer(): Player {
  return stagePlayer(openDirectStage, HISTORIES_PER_STAGE);
}

/** Plays in worker threads. */
export function threadPlayer(options: Partial<ConnectOptions> = {}): Player {
  return stagePlayer(() => openThreadStage(options), HISTORIES_PER_STAGE);
}

/**
 * Plays every history among `lines` and counts the outcomes in `tally`. `tell` receives each failure with its place as
 * it happens.
 */
export async function playLines(
  lines: readonly HistoryLine[],
  player: Player,
  tally: Tally = newTally(),
  tell: (failure: string) => void = () => {},
): Promise<Tally> {
  for (const line of lines) {
    if (isNoHistory(line)) continue;
    const outcome = await player.play(line.value);
    await endTask();
    count(tally, outcome);
    if (outcome.kind === 'failed') tell(`${line.file}:${line.number}: ${describeFailure(outcome.failure)}`);
  }
  return tally;
}
