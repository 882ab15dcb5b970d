import type { Connection } from '../../index.js';
import type { ClockDirector } from '../fakes/directed-clock.js';
import { needsDatabase } from './calls/play-call.js';
import type { Outcome } from './outcome.js';
import { playLine } from './play-history.js';
import type { Stage } from './stage.js';

/** A stage, and the function that closes it. */
export interface OwnedStage extends Stage {
  close(): Promise<void>;
}

/** A stage with a directed clock. Automatic compactions are off, because histories contain their own. */
export async function directedStage(connection: Connection, clock: ClockDirector): Promise<OwnedStage> {
  await connection.getAdmin().compactionSwitch(false);
  return {
    connection,
    setTime: clock.setTime,
    async close() {
      await connection.close();
      clock.close();
    },
  };
}

/** Judges lines, one after the other. */
export interface Player {
  play(line: unknown): Promise<Outcome>;
  close(): Promise<void>;
}

/**
 * A player that opens a new stage for every `historiesPerStage` lines. Dropped tables are cleared away only later, so a
 * stage would grow if it were used forever.
 */
export function stagePlayer(open: () => Promise<OwnedStage>, historiesPerStage: number): Player {
  let stage: OwnedStage | null = null;
  let played = 0;
  const close = async () => {
    await stage?.close();
    stage = null;
  };
  return {
    async play(line) {
      // A session of calls begins with an empty database.
      const alone = needsDatabase(line);
      if (alone || played % historiesPerStage === 0) await close();
      played = alone ? 0 : played + 1;
      stage ??= await open();
      return playLine(line, stage);
    },
    close,
  };
}
