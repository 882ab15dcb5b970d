/*
 * A module that plays histories in a page, with the package and an engine that uses the browser's own storage. `bigtab`
 * remains an import, whose address the page defines.
 */
import { connect } from 'bigtab';
import { directClock } from '../fakes/directed-clock.js';
import type { Outcome } from '../vectors/outcome.js';
import { directedStage, type OwnedStage, stagePlayer } from '../vectors/player.js';
import { SITE } from '../vectors/site.js';

const HISTORIES_PER_DATABASE = 40;

async function openBrowserStage(options: object): Promise<OwnedStage> {
  const worker = new Worker('/testing/vectors-worker.js', { type: 'module' });
  const clock = directClock(worker as never);
  const name = `vectors-${crypto.randomUUID()}`;
  const connection = await connect({
    ...options,
    name,
    timestamps: 'wall',
    configuration: SITE,
    worker: () => worker as never,
  });
  return directedStage(connection, clock);
}

/** The databases, by their options. */
const players = new Map<string, ReturnType<typeof stagePlayer>>();

/** Judges lines, one after the other, in databases with these options. */
export async function playLines(lines: readonly unknown[], options: object = {}): Promise<readonly Outcome[]> {
  const key = JSON.stringify(options);
  const player = players.get(key) ?? stagePlayer(() => openBrowserStage(options), HISTORIES_PER_DATABASE);
  players.set(key, player);
  const outcomes: Outcome[] = [];
  for (const line of lines) outcomes.push(await player.play(line));
  return outcomes;
}
