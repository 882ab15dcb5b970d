import { Random } from '../../simulation/random.js';
import { checkEnd } from './check-end.js';
import { endFaults, openSite, type Plant, prepareSite, scheduleFaults, settle } from './faults.js';
import { History } from './history.js';
import { LiveReader } from './live-reader.js';
import type { SimPage } from './sim-page.js';
import type { SimSite } from './sim-site.js';
import { KINDS, type Kind, prepare, User } from './user.js';
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
  readonly plant?: Plant;
  /** What users do; by default everything. */
  readonly kinds?: readonly Kind[];
  /** Whether pages also watch tables. Default true. */
  readonly liveReads?: boolean;
}

const FAULTS_MS = 800;
/** Of a run with pages that are hidden for so long that a leader hands over, and users who stay so long. */
const LONG_FAULTS_MS = 20_000;
const LONG_EVERY = 4;
const LIVE_READS = 0x5eed;

/** One run of a site with several pages that end, freeze and lose messages. */
export async function simulate({
  seed,
  plant,
  kinds = KINDS,
  liveReads = true,
}: SimulationOptions): Promise<Simulated> {
  const random = new Random(seed);
  const site = openSite(seed, random);
  const { world } = site;
  const isLong = seed % LONG_EVERY === 0;
  const faultsMs = isLong ? LONG_FAULTS_MS : FAULTS_MS;
  const run: Run = { site, history: new History(world), random, kinds, isLong, users: [], watchers: [], readers: [] };
  const { history, users, watchers, readers } = run;
  const uninstall = site.installGlobals();
  const unplant = plant?.(site) ?? (() => {});
  try {
    await prepareSite(site, prepare);
    if (random.chance(0.5)) site.storage.deaths = 0.5;
    open(run);
    if (liveReads) read(run, seed);
    scheduleFaults({ site, random, isLong, ms: faultsMs, newUser: (page) => addUser(page, run) });
    await world.run(() => world.now > faultsMs, 2 * faultsMs);
    endFaults(site);
    if (await settle(site, history, [...users, ...readers])) await checkEnd(site, history, watchers, readers);
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

function pausesOf(isLong: boolean): readonly number[] {
  return isLong ? [2, 30, 200, 8_000] : [2, 30, 200];
}
