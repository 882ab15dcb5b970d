import type { Connection } from '../../client/connection.js';
import { Random } from '../../simulation/random.js';
import { checkSerial, type Stored } from './check-serial.js';
import { endFaults, openSite, type Plant, prepareSite, scheduleFaults, settle } from './faults.js';
import { History } from './history.js';
import { SerialHistory } from './serial-history.js';
import type { SimPage } from './sim-page.js';
import type { SimSite } from './sim-site.js';
import { DATABASE } from './sim-storage.js';
import { ALL_ROWS, contentsOf, LOG_ROW, TransactionWriter } from './transaction-writer.js';
import { FAMILY, MEMORY, TABLES } from './user.js';

export interface SimulatedTransactions {
  readonly failures: readonly string[];
  readonly traceHash: number;
  readonly trace: readonly string[];
  /** How many operations were applied. */
  readonly applied: number;
  /** How many runs of transactions were followed by another one. */
  readonly repeated: number;
}

const TABS = 5;
const WRITERS_PER_TAB = 4;
const FAULTS_MS = 800;
const READ_MS = 30_000;

/** One run of a site with five tabs and 20 writers, whose history must be serializable. `plant` plants a bug. */
export async function simulateTransactions(seed: number, plant?: Plant): Promise<SimulatedTransactions> {
  const random = new Random(seed);
  const site = openSite(seed, random);
  const { world } = site;
  const history = new History(world);
  const serial = new SerialHistory();
  const users: { readonly page: SimPage; readonly user: TransactionWriter }[] = [];
  const addWriters = (page: SimPage, count: number) => {
    for (; count > 0; count--) {
      const actions = 2 + random.below(8);
      const user = new TransactionWriter({ page, world, history, serial, actions, random: random.fork() });
      page.enter('begin', () => void user.work(), random.below(100));
      users.push({ page, user });
    }
  };
  const uninstall = site.installGlobals();
  const unplant = plant?.(site) ?? (() => {});
  let stored: Stored | null = null;
  try {
    await prepareSite(site, prepare);
    if (random.chance(0.5)) site.storage.deaths = 0.5;
    while (site.living.length < TABS) site.openPage();
    for (const page of site.living) addWriters(page, WRITERS_PER_TAB);
    const newUser = (page: SimPage) => addWriters(page, WRITERS_PER_TAB);
    scheduleFaults({ site, random, isLong: false, ms: FAULTS_MS, newUser });
    await world.run(() => world.now > FAULTS_MS, 2 * FAULTS_MS);
    endFaults(site);
    if (await settle(site, history, users)) stored = await readStored(site);
    if (stored !== null) checkSerial(serial, stored, (message) => world.fail(message));
  } finally {
    unplant();
    uninstall();
  }
  const { failures, traceHash, trace } = world;
  const repeated = serial.operations.reduce((sum, { attempts }) => sum + Math.max(attempts.length - 1, 0), 0);
  return { failures, traceHash, trace, applied: stored?.log.length ?? 0, repeated };
}

async function prepare(connection: Connection): Promise<void> {
  for (const name of TABLES) await connection.ensureTable({ name, families: [FAMILY] });
}

/** Reads all rows with a new page. */
async function readStored(site: SimSite): Promise<Stored | null> {
  const { world } = site;
  const page = site.openPage();
  let stored: Stored | null = null;
  page.enter('check', () => {
    page
      .connect({ name: DATABASE, memory: MEMORY })
      .then(async (connection) => {
        stored = await readAll(connection);
      })
      .catch((error) => world.fail(`the last connection rejects: ${error?.stack}`));
  });
  const isDone = await world.run(() => stored !== null || world.failures.length > 0, READ_MS);
  if (!isDone) world.fail('the last connection cannot read what is stored');
  return stored;
}

async function readAll(connection: Connection): Promise<Stored> {
  const rows = new Map<string, string>();
  for (const name of TABLES) {
    const found = await connection.getTable(name).getScanner({ start: ALL_ROWS.from, stop: ALL_ROWS.to }).toArray();
    for (const [row, content] of contentsOf(found)) rows.set(`${name}/${row}`, content);
  }
  const log = await connection.getTable(TABLES[0] as string).get(LOG_ROW);
  return { rows, log: (log.getText(FAMILY, 'ids') ?? '').split(';').filter((id) => id !== '') };
}
