import type { Connection } from '../../client/connection.js';
import type { Random } from '../../simulation/random.js';
import type { OperationLimits } from '../../storage/wal/operation-log.js';
import type { History } from './history.js';
import type { ChannelFaults } from './sim-channels.js';
import type { SimPage } from './sim-page.js';
import { SimSite } from './sim-site.js';
import { DATABASE } from './sim-storage.js';
import { MEMORY } from './user.js';

/** Plants a bug in a site. Returns the function that removes it. */
export type Plant = (site: SimSite) => () => void;

/** The faults of one run. */
export interface Faults {
  readonly site: SimSite;
  readonly random: Random;
  /** Whether pages are hidden for so long that a leader hands over. */
  readonly isLong: boolean;
  /** The last fault begins within this time. */
  readonly ms: number;
  /** Begins to use a page that was opened. */
  readonly newUser: (page: SimPage) => void;
}

/** Everything settles within this virtual time after the last fault. */
const REST_MS = 90_000;
/** Of a run whose engines soon forget connections, and soon wait for acknowledgements. */
const FORGETFUL_EVERY = 3;
const FORGETFUL: OperationLimits = { operations: 4_096, answerBytes: 200, connections: 2, foundBytes: 200 };
/** A hidden leader hands over after 5 s. */
const HIDDEN_MS = 12_000;
const FAULTS = ['kill', 'kill', 'worker', 'suspend', 'stop', 'hide', 'new'] as const;
const LONG_FAULTS = [...FAULTS, 'hide', 'hide', 'hide', 'hide', 'hide'] as const;

/** A site whose channels lose messages, and which may have no shared workers. */
export function openSite(seed: number, random: Random): SimSite {
  const some = (chance: number) => (random.chance(0.5) ? chance : 0);
  const faults: ChannelFaults = { twice: some(0.03), lost: some(0.1), gap: some(0.01) };
  const site = new SimSite(seed, faults);
  if (site.broker !== null) site.broker.broken = some(0.2);
  if (random.chance(0.2)) site.broker = null;
  if (seed % FORGETFUL_EVERY === 0) site.storage.operationLimits = FORGETFUL;
  return site;
}

/** Opens the first page, and stores what users need. */
export async function prepareSite(site: SimSite, prepare: (connection: Connection) => Promise<void>): Promise<void> {
  const page = site.openPage();
  let ready = false;
  page.enter('prepare', () => {
    void page.connect({ name: DATABASE, memory: MEMORY }).then(async (connection) => {
      await prepare(connection);
      await connection.close();
      ready = true;
    });
  });
  if (!(await site.world.run(() => ready, 20_000))) throw new Error('the database was not prepared');
}

export function scheduleFaults(faults: Faults): void {
  const { site, random, ms } = faults;
  let at = 0;
  for (let left = 2 + random.below(8); left > 0; left--) {
    // Often during the recovery from the one before.
    at = random.chance(0.5) ? at + random.next() * 50 : random.below(ms);
    site.world.schedule(null, at, 'fault', () => disturb(faults));
  }
}

/** From now on nothing fails, and every page that lives is shown. */
export function endFaults(site: SimSite): void {
  site.storage.deaths = 0;
  site.calm = true;
  for (const page of site.living) page.resume();
  for (const page of site.living) page.show(true);
}

/** Waits until all users of living pages have ended. Resolves to whether they have. */
export async function settle(
  site: SimSite,
  history: History,
  users: readonly { readonly page: SimPage; readonly user: { readonly ended: boolean } }[],
): Promise<boolean> {
  const { world } = site;
  const isAtRest = () => users.every(({ page, user }) => user.ended || !page.alive);
  if (await world.run(isAtRest, REST_MS)) return true;
  const open = [...history.calls].filter(([, page]) => site.living.some(({ actor }) => actor.name === page));
  world.fail(`calls never settle: ${open.map(([call, page]) => `${call} of ${page}`).join(', ')}`);
  return false;
}

function leading(site: SimSite): SimPage | undefined {
  return site.living.find((page) => page.workers.some(({ actor }) => site.storage.isOpenIn(actor)));
}

/** One fault of a page or a worker, or of the user's behavior. */
function disturb({ site, random, isLong, newUser }: Faults): void {
  const { world, living } = site;
  if (site.calm) return;
  const page = random.pick(living);
  const resumeLater = () => world.schedule(null, random.below(random.pick([50, 1_500])), 'resume', () => page.resume());
  const fault = random.pick(isLong ? LONG_FAULTS : FAULTS);
  world.note(`${fault} of ${page.actor.name}`);
  switch (fault) {
    case 'kill':
      if (living.length > 1) page.kill();
      newUser(site.openPage());
      break;
    case 'worker':
      // A worker that cannot start fires an event.
      if (page.workers.at(-1)?.ready) page.workers.at(-1)?.die();
      break;
    case 'suspend':
      page.suspend(random.pick(['frozen', 'bfcache']));
      resumeLater();
      break;
    case 'stop':
      page.stop();
      resumeLater();
      break;
    case 'hide': {
      const hidden = (isLong && leading(site)) || page;
      if (!hidden.visible) break;
      hidden.show(false);
      world.schedule(null, random.below(isLong ? HIDDEN_MS : 1_500), 'show again', () => hidden.show(true));
      break;
    }
    case 'new':
      newUser(site.openPage());
  }
}
