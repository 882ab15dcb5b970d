import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { inRoot } from '../../../build/package/places.js';
import { decodeText } from '../../../bytes/text.js';
import type { SendCall } from '../send-call.js';
import { adminCalls } from './admin-calls.js';
import { comparable } from './comparable.js';
import type { ComparedCall } from './comparison-list.js';
import { filterCalls } from './filter-calls.js';
import { rowCalls } from './row-calls.js';
import { scanCalls } from './scan-calls.js';

/** The answers of a real gateway to all calls, as text, one a line. */
export const REAL_ANSWERS = 'lib/testing/hbase/compare/real-answers.txt.gz';

/** All calls, in the order in which they are made. */
export function comparedCalls(): readonly ComparedCall[] {
  return [rowCalls(), scanCalls(), filterCalls(), adminCalls()].flatMap(({ calls }) => calls);
}

/** Makes the calls, one after the other, and returns the answers as comparable text. */
export async function answersOf(send: SendCall, calls: readonly ComparedCall[]): Promise<readonly string[]> {
  const answers: string[] = [];
  // A gateway that is in use has given ids to other scanners before.
  let firstScanner: number | null = null;
  for (const { method, args } of calls) {
    const { scanner } = args as { readonly scanner?: number };
    const sent = scanner === undefined ? args : { ...args, scanner: scanner + (firstScanner ?? 0) };
    const answer = await send(method, sent as never);
    if (method === 'openScanner' && 'result' in answer) firstScanner ??= answer.result as number;
    answers.push(comparable(method, answer, firstScanner ?? 0));
  }
  return answers;
}

/** The stored answers of a real gateway. */
export function realAnswers(): readonly string[] {
  return decodeText(gunzipSync(readFileSync(inRoot(REAL_ANSWERS))))
    .split('\n')
    .slice(0, -1);
}
