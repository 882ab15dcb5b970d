import type { Connection } from '../../client/connection.js';
import type { History } from './history.js';
import type { LiveReader } from './live-reader.js';
import type { SimPage } from './sim-page.js';
import type { SimSite } from './sim-site.js';
import { DATABASE } from './sim-storage.js';
import { FAMILY, MEMORY, TABLES, toCount } from './user.js';
import { readView, type Watcher } from './watcher.js';

const WITHIN_MS = 30_000;
const EVENTS_MS = 3_000;

/** Compares what is stored at the end with what the users know. */
export async function checkEnd(
  site: SimSite,
  history: History,
  watchers: readonly Watcher[],
  readers: readonly { readonly page: SimPage; readonly user: LiveReader }[],
): Promise<void> {
  const { world } = site;
  const page = site.openPage();
  // The last events arrive.
  await world.run(() => false, EVENTS_MS);
  let done = false;
  page.enter('check', () => {
    page
      .connect({ name: DATABASE, memory: MEMORY })
      .then(async (connection) => {
        await check(connection, history, (message) => world.fail(message));
        const stored = await readView(connection);
        for (const { view, page } of watchers) {
          const old = view && page.alive ? [...stored].find(([row, text]) => view.get(row) !== text) : undefined;
          if (old !== undefined)
            world.fail(`${page.actor.name} shows ${old[0]} as ${view?.get(old[0])}, not ${old[1]}`);
        }
        for (const { page, user } of readers) if (page.alive) await user.checkEnd(connection);
      })
      .catch((error) => world.fail(`the last connection rejects: ${error?.stack}`))
      .finally(() => {
        done = true;
      });
  });
  if (!(await world.run(() => done, WITHIN_MS))) world.fail('the last connection cannot read what is stored');
}

async function check(connection: Connection, history: History, fail: (message: string) => void): Promise<void> {
  const tokens = new Map<number, number>();
  for (const name of TABLES) {
    const rows = await connection
      .getTable(name)
      .getScanner({ prefix: `${name}-` })
      .toArray();
    for (const row of rows) {
      const key = new TextDecoder().decode(row.row as Uint8Array);
      countTokens(key, row.getText(FAMILY, 'token') ?? '', tokens, fail);
      const count = toCount(row.getValue(FAMILY, 'count'));
      const { least, most } = history.bounds('increment', key);
      if (count < least || count > most) fail(`${key} counts ${count}, not ${least} to ${most}`);
    }
  }
  const tables = new Set((await connection.getAdmin().listTableDescriptors()).map(({ name }) => name));
  for (const write of history.writes) {
    const { kind, outcome, number, connection: by } = write;
    const times = kind === 'append' ? (tokens.get(number) ?? 0) : tables.has(`new-${number}`) ? 1 : 0;
    if (kind !== 'append' && (kind !== 'table' || by === '')) continue;
    if (times > 1) fail(`${kind} ${number} of ${by} happened ${times} times`);
    if (outcome === 'done' && times === 0) fail(`${kind} ${number} of ${by} is lost`);
    if (outcome === 'refused' && times > 0) fail(`${kind} ${number} of ${by} was refused, but happened`);
  }
}

/** Within a row, the tokens of a connection are in the order of its calls. */
function countTokens(row: string, text: string, tokens: Map<number, number>, fail: (message: string) => void): void {
  const last = new Map<string, number>();
  for (const token of text.split(';').filter((part) => part !== '')) {
    const [connection = '', digits] = token.split('.');
    const number = Number(digits);
    tokens.set(number, (tokens.get(number) ?? 0) + 1);
    if (number < (last.get(connection) ?? 0)) fail(`${row} has ${token} after ${last.get(connection)}`);
    last.set(connection, number);
  }
}
