import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { inRoot } from '../../../build/package/places.js';
import { toStringBinary } from '../../../bytes/text.js';
import type { FetchLike } from '../../../hbase/gateway.js';
import { createFakeGateway } from '../fake-gateway.js';
import { callOf, type SendCall, tableOf } from '../send-call.js';
import { answersOf, comparedCalls, REAL_ANSWERS } from './compared-answers.js';
import type { ComparedCall } from './comparison-list.js';

/** The tables that the calls create. */
const TABLES = ['compared_rows', 'compared_scans', 'compared_filters', 'compared_admin', 'compared_other'];

/**
 * Makes the same calls of a real gateway at `url` and of the fake, prints the answers that differ, and returns how many
 * of them are not known to differ. Deletes the tables `compared_…` of the cluster before and after. `write`: stores the
 * real answers, with which the tests compare the fake.
 */
export async function compareGateways(url: string, write: boolean, tell: (line: string) => void): Promise<number> {
  const fake = await createFakeGateway();
  const calls = comparedCalls();
  const ours = await answersOf(callOf(fake.fetch), calls);
  await fake.close();
  const real = callOf(fetch as FetchLike, url);
  await clear(real);
  const theirs = await answersOf(real, calls);
  await clear(real);
  let unknown = 0;
  for (const [index, call] of calls.entries()) {
    if (ours[index] === theirs[index]) continue;
    if (call.differs === null) unknown++;
    tell(`${shown(call)}\n  fake ${ours[index]}\n  real ${theirs[index]}`);
  }
  if (write) writeFileSync(inRoot(REAL_ANSWERS), gzipSync(theirs.map((text) => `${text}\n`).join(''), { level: 9 }));
  tell(`${calls.length} calls, ${unknown} answers differ without a known reason`);
  return unknown;
}

async function clear(send: SendCall): Promise<void> {
  for (const name of TABLES) {
    const tableName = tableOf(name);
    await send('disableTable', { tableName });
    await send('deleteTable', { tableName });
  }
}

function shown({ method, args, differs }: ComparedCall): string {
  const text = JSON.stringify(args, (_, value) => {
    if (typeof value === 'bigint') return String(value);
    return value instanceof Uint8Array ? toStringBinary(value.subarray(0, 60)) : value;
  });
  return `${differs === null ? '' : `(${differs}) `}${method} ${text}`;
}
