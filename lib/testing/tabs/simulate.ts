import type { OperationLimits } from '../../storage/wal/operation-log.js';
import { Random } from '../random.js';
import { checkEnd } from './check-end.js';
import { History } from './history.js';
import { LiveReader } from './live-reader.js';
import type { ChannelFaults } from './sim-channels.js';
import type { SimPage } from './sim-page.js';
import { SimSite } from './sim-site.js';
import { DATABASE } from './sim-storage.js';
import { KINDS, type Kind, MEMORY, prepare, User } from './user.js';
import { Watcher } from './watcher.js';

export interface Simulated {
  readonly failures: readonly string[];
  readonly traceHash: number;
  readonly trace: readonly string[];
  readonly steps: number;
  readonly errors: ReadonlyMap<string, number>;
  /** How often a hidden leader handed over to a visible page. */
  readonly handovers: number;
  /** How many sessions got a port. */
  readonly ports: number;
}

export interface SimulationOptions {
  readonly seed: number;
  /** Plants a bug. */
  readonly plant?: (site: SimSite) => () => void;
  /** What users do; by default everything. */
  readonly kinds?: readonly Kind[];
  /** Whether pages also watch tables. Default true. */
  readonly liveReads?: boolean;
}

/** Everything settles within this virtual time after the last fault. */
const REST_MS = 90_000;
const FAULTS_MS = 800;
/** Of a run with pages that are hidden for so long that a leader hands over, and users who stay so long. */
const LONG_FAULTS_MS = 20_000;
const LONG_EVERY = 4;
/** Of a run whose engines soon forget connections, and soon wait for acknowledgements. */
const FORGETFUL_EVERY = 3;
const FORGETFUL: OperationLimits = { operations: 4_096, answerBytes: 200, connections: 2, foundBytes: 200 };
/** A hidden leader hands over after 5 s. */
const HIDDEN_MS = 12_000;
const LIVE_READS = 0x5eed;
const FAULTS = ['kill', 'kill', 'worker', 'suspend', 'stop', 'hide', 'new'] as const;
const LONG_FAULTS = [...FAULTS, 'hide', 'hide', 'hide', 'hide', 'hide'] as const;

/** One run of a site with several pages that end, freeze and lose messages. */
export async function simulate({
  seed,
  plant,
  kinds = KINDS,
  liveReads = true,
}: SimulationOptions): Promise<Simulated> {
  const random = new Random(seed);
  const some = (chance: number) => (random.chance(0.5) ? chance : 0);
  const faults: ChannelFaults = { twice: some(0.03), lost: some(0.1), gap: some(0.01) };
  const site = new SimSite(seed, faults);
  if (site.broker !== null) site.broker.broken = some(0.2);
  if (random.chance(0.2)) site.broker = null;
  const { world } = site;
  if (seed % FORGETFUL_EVERY === 0) site.storage.operationLimits = FORGETFUL;
  const isLong = seed % LONG_EVERY === 0;
  const faultsMs = isLong ? LONG_FAULTS_MS : FAULTS_MS;
  const run: Run = { site, history: new History(world), random, kinds, isLong, users: [], watchers: [], readers: [] };
  const { history, users, watchers, readers } = run;
  const uninstall = site.installGlobals();
  const unplant = plant?.(site) ?? (() => {});
  try {
    await begin(site);
    if (random.chance(0.5)) site.storage.deaths = 0.5;
    open(run);
    if (liveReads) read(run, seed);
    let at = 0;
    for (let left = 2 + random.below(8); left > 0; left--) {
      // Often during the recovery from the one before.
      at = random.chance(0.5) ? at + random.next() * 50 : random.below(faultsMs);
      world.schedule(null, at, 'fault', () => disturb(run));
    }
    await world.run(() => world.now > faultsMs, 2 * faultsMs);
    site.storage.deaths = 0;
    site.calm = true;
    for (const page of site.living) page.resume();
    for (const page of site.living) page.show(true);
    const isAtRest = () => [...users, ...readers].every(({ page, user }) => user.ended || !page.alive);
    if (!(await world.run(isAtRest, REST_MS))) {
      const open = [...history.calls].filter(([, page]) => site.living.some(({ actor }) => actor.name === page));
      world.fail(`calls never settle: ${open.map(([call, page]) => `${call} of ${page}`).join(', ')}`);
    } else await checkEnd(site, history, watchers, readers);
  } finally {
    unplant();
    uninstall();
  }
  const { failures, traceHash, trace, steps } = world;
  return {
    failures,
    traceHash,
    trace,
    steps,
    errors: history.errors,
    handovers: site.storage.handovers,
    ports: site.broker?.made ?? 0,
  };
}

interface OfPage<Of> {
  readonly page: SimPage;
  readonly user: Of;
}

interface Run {
  readonly site: SimSite;
  readonly history: History;
  readonly random: Random;
  readonly kinds: readonly Kind[];
  readonly isLong: boolean;
  readonly watchers: Watcher[];
  readonly readers: OfPage<LiveReader>[];
  readonly users: OfPage<User>[];
}

async function begin(site: SimSite): Promise<void> {
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

function open(run: Run): void {
  const { site, random } = run;
  const pages = [...site.pages];
  for (let left = 1 + random.below(3); left > 0; left--) pages.push(site.openPage());
  for (const page of pages) if (random.chance(0.4)) addWatcher(page, run);
  for (const page of pages) for (let left = 1 + random.below(2); left > 0; left--) addUser(page, run);
}

/** Has random numbers of its own, so that the rest of the run begins as without it. */
function read({ site, history, readers, isLong }: Run, seed: number): void {
  const { world } = site;
  const random = new Random(seed ^ LIVE_READS);
  for (const page of site.pages) {
    if (!random.chance(0.5)) continue;
    const writes = random.below(isLong ? 20 : 8);
    const user = new LiveReader({ page, world, history, random: random.fork(), writes });
    page.enter('begin', () => void user.work(), random.below(100));
    readers.push({ page, user });
  }
}

function addWatcher(page: SimPage, { watchers, random }: Run): void {
  const watcher = new Watcher(page);
  page.enter('begin', () => void watcher.work(), random.below(100));
  watchers.push(watcher);
}

function addUser(page: SimPage, { site, history, random, kinds, isLong, users }: Run): void {
  const { world } = site;
  const actions = 3 + random.below(isLong ? 27 : 9);
  const user = new User({ page, world, history, actions, random: random.fork(), kinds, pauses: pausesOf(isLong) });
  page.enter('begin', () => void user.work(), random.below(100));
  users.push({ page, user });
}

function leading({ site }: Run): SimPage | undefined {
  return site.living.find((page) => page.workers.some(({ actor }) => site.storage.isOpenIn(actor)));
}

function pausesOf(isLong: boolean): readonly number[] {
  return isLong ? [2, 30, 200, 8_000] : [2, 30, 200];
}

/** One fault of a page or a worker, or of the user's behavior. */
function disturb(run: Run): void {
  const { site, random } = run;
  const { world, living } = site;
  if (site.calm) return;
  const page = random.pick(living);
  const resumeLater = () => world.schedule(null, random.below(random.pick([50, 1_500])), 'resume', () => page.resume());
  const fault = random.pick(run.isLong ? LONG_FAULTS : FAULTS);
  world.note(`${fault} of ${page.actor.name}`);
  switch (fault) {
    case 'kill':
      if (living.length > 1) page.kill();
      addUser(site.openPage(), run);
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
      const hidden = (run.isLong && leading(run)) || page;
      if (!hidden.visible) break;
      hidden.show(false);
      world.schedule(null, random.below(run.isLong ? HIDDEN_MS : 1_500), 'show again', () => hidden.show(true));
      break;
    }
    case 'new':
      addUser(site.openPage(), run);
  }
}
