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

async function openBrowserStage(options: object, name: string = `vectors-${crypto.randomUUID()}`): Promise<OwnedStage> {
  const worker = new Worker('/testing/vectors-worker.js', { type: 'module' });
  const clock = directClock(worker as never);
  const connection = await connect({
    ...options,
    name,
    timestamps: 'wall',
    configuration: SITE,
    worker: () => worker as never,
  });
  return directedStage(connection, clock);
}

/** What a following page asks of the page that leads. */
interface Wanted {
  readonly id: string;
  /** The name of a database to open. */
  readonly open?: string;
  readonly setTime?: number;
}

const LEADER = 'vectors-leader';

/** Opens databases for another page, which plays in them, and sets their clock. */
export function lead(): void {
  const channel = new BroadcastChannel(LEADER);
  let stage: OwnedStage | null = null;
  channel.addEventListener('message', async ({ data: { id, open, setTime } }: { data: Wanted }) => {
    if (setTime === undefined) await stage?.close();
    if (setTime !== undefined) await stage?.setTime(setTime);
    else stage = open === undefined ? null : await openBrowserStage({}, open);
    channel.postMessage(id);
  });
}

/** A stage in a database that another page leads. */
async function openFollowingStage(): Promise<OwnedStage> {
  const channel = new BroadcastChannel(LEADER);
  const ask = (wanted: Omit<Wanted, 'id'>) =>
    new Promise<void>((resolve) => {
      const id = crypto.randomUUID();
      const hear = ({ data }: { data: unknown }) => {
        if (data !== id) return;
        channel.removeEventListener('message', hear);
        resolve();
      };
      channel.addEventListener('message', hear);
      channel.postMessage({ ...wanted, id } satisfies Wanted);
    });
  const name = `vectors-${crypto.randomUUID()}`;
  await ask({ open: name });
  const connection = await connect({ name, timestamps: 'wall', configuration: SITE });
  const stage = await directedStage(connection, { setTime: (setTime) => ask({ setTime }), close: () => {} });
  return {
    ...stage,
    async close() {
      await stage.close();
      await ask({});
      channel.close();
    },
  };
}

/** Judges lines as `playLines` does, in databases that another page leads. */
export async function followLines(lines: readonly unknown[]): Promise<readonly Outcome[]> {
  const player = stagePlayer(openFollowingStage, HISTORIES_PER_DATABASE);
  const outcomes: Outcome[] = [];
  for (const line of lines) outcomes.push(await player.play(line));
  await player.close();
  return outcomes;
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
