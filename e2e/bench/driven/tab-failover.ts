import type { Page } from 'playwright/test';
import { endProcess } from '../../process-tree.js';
import { processOf } from '../../tab-process.js';
import type { Ending } from '../tabs/tab-figures.js';
import type { Session } from './session.js';
import { tabPair } from './tab-pair.js';

const MEGABYTE = 1e6;

/**
 * Ends a leading tab that has not flushed `megabytes` MB. Returns the milliseconds from then to the first answer that the
 * tab that follows gets afterwards. `name`: of a new database.
 */
export async function tabFailover(
  session: Session,
  ending: Ending,
  megabytes: number,
  name: string = `${ending}-${megabytes}`,
): Promise<number> {
  const bytes = megabytes * MEGABYTE;
  const { leader, follower } = await tabPair(session, name, false);
  await leader.evaluate((bytes) => globalThis.bench.writeRows(bytes), bytes);
  await follower.evaluate(() => globalThis.bench.beginGets());
  const end = ending === 'kill' ? await killing(leader, follower) : () => leader.close();
  const unflushed = await leader.evaluate(() => globalThis.bench.unflushedBytes());
  if (unflushed < bytes) throw new Error(`of ${bytes} bytes, only ${unflushed} are not flushed`);
  const endedAt = Date.now();
  const ended = end();
  const ms = await follower.evaluate(([endedAt, bytes]) => globalThis.bench.firstAnswerAfter(endedAt, bytes), [
    endedAt,
    bytes,
  ] as const);
  await ended;
  return ms;
}

/** A function that kills the leader's process. Throws if the follower has the same one. */
async function killing(leader: Page, follower: Page): Promise<() => Promise<unknown>> {
  const [id, other] = [await processOf(leader), await processOf(follower)];
  if (id === other) throw new Error('both tabs run in one process');
  return () => {
    const crashed = leader.waitForEvent('crash');
    endProcess(id);
    return crashed;
  };
}
