import { toStringBinary } from '../../../bytes/text.js';
import type { FetchLike } from '../../../hbase/gateway.js';
import { createFakeGateway } from '../fake-gateway.js';
import { callOf, type SendCall, tableOf } from '../send-call.js';
import { adminCalls } from './admin-calls.js';
import { comparable } from './comparable.js';
import type { ComparedCall } from './comparison-list.js';
import { filterCalls } from './filter-calls.js';
import { rowCalls } from './row-calls.js';
import { scanCalls } from './scan-calls.js';

/** The tables that the calls create. */
const TABLES = ['compared_rows', 'compared_scans', 'compared_admin', 'compared_filters', 'compared_other'];

/**
 * Makes the same calls of a real gateway at `url` and of the fake, prints the answers that differ, and returns how many
 * do. Deletes the tables `compared_…` of the cluster before and after.
 */
export async function compareGateways(url: string, tell: (line: string) => void): Promise<number> {
  const fake = await createFakeGateway();
  const ours = callOf(fake.fetch);
  const theirs = callOf(fetch as FetchLike, url);
  await clear(theirs);
  const lists = [rowCalls(), scanCalls(), filterCalls(), adminCalls()];
  let [made, different] = [0, 0];
  // The real gateway has given scanners to others before.
  let shift = 0;
  let opened = false;
  for (const { method, args } of lists.flatMap(({ calls }) => calls)) {
    const [one, other] = await Promise.all([
      answerOf(ours, { method, args }, 0),
      answerOf(theirs, { method, args }, shift),
    ]);
    made++;
    if (method === 'openScanner' && !opened) {
      shift = (other as { readonly result: number }).result;
      opened = true;
    }
    const [fakeText, realText] = [comparable(method, one, 0), comparable(method, other, shift)];
    if (fakeText === realText) continue;
    different++;
    tell(`${method} ${shown(args)}\n  fake ${fakeText}\n  real ${realText}`);
  }
  await clear(theirs);
  await fake.close();
  tell(`${made} calls, ${different} answers differ`);
  return different;
}

function answerOf(send: SendCall, { method, args }: ComparedCall, shift: number): Promise<unknown> {
  const { scanner } = args as { readonly scanner?: number };
  return send(method, (scanner === undefined ? args : { ...args, scanner: scanner + shift }) as never);
}

async function clear(send: SendCall): Promise<void> {
  for (const name of TABLES) {
    const tableName = tableOf(name);
    await send('disableTable', { tableName });
    await send('deleteTable', { tableName });
  }
}

function shown(args: unknown): string {
  return JSON.stringify(args, (_, value) => {
    if (typeof value === 'bigint') return String(value);
    return value instanceof Uint8Array ? toStringBinary(value.subarray(0, 60)) : value;
  });
}
