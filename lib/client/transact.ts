import { crc32c } from '../bytes/crc32c.js';
import { notAllowed } from '../bytes/kind.js';
import { encodeText } from '../bytes/text.js';
import { BigtabError } from '../errors.js';
import { readLiteral } from '../model/literal.js';
import { type AbortSignalLike, abortable, throwIfAborted } from './calls/call-options.js';
import { checkCount } from './calls/check-count.js';
import type { Session } from './calls/session.js';
import { TransactionCalls } from './calls/transaction-calls.js';
import { Transaction } from './transaction.js';

/** The options of `Connection.transact`. */
export interface TransactOptions {
  readonly signal?: AbortSignalLike | undefined;
  /** The maximum number of runs of the function; default: 10. */
  readonly attempts?: number;
}

const ATTEMPTS = 10;
/** The longest pause after the first conflict; it doubles with each further one. */
const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 100;

type Outcome<T> = { readonly value: T } | { readonly error: unknown };

/** Implements `Connection.transact`. */
export async function transact<T>(
  session: Session,
  run: (transaction: Transaction) => Promise<T>,
  options: TransactOptions,
): Promise<T> {
  const { signal, attempts } = readOptions(options);
  if (typeof run !== 'function') throw notAllowed('run', 'a function', run);
  session.checks?.transactions();
  for (let attempt = 1; ; attempt++) {
    throwIfAborted(signal);
    const outcome = await runOnce(session, run, signal);
    if (outcome !== null) {
      if ('error' in outcome) throw outcome.error;
      return outcome.value;
    }
    if (attempt >= attempts) {
      const message = `Other writers changed what the transaction had read, in each of ${attempts} attempts. Nothing was written.`;
      throw new BigtabError('CONFLICT', message, { details: { attempts } });
    }
    await abortable(session.whileOpen(pause(session, attempt)), signal);
  }
}

/** Runs the function once, and commits. Resolves to null after a conflict. */
async function runOnce<T>(
  session: Session,
  run: (transaction: Transaction) => Promise<T>,
  signal: AbortSignalLike | undefined,
): Promise<Outcome<T> | null> {
  const calls = new TransactionCalls(session);
  const running = outcomeOf(async () => run(new Transaction(calls)));
  let outcome: Outcome<T>;
  try {
    // Only the engine's calls are watched after an abort, because the function may never end.
    outcome = await abortable(session.whileOpen(running), signal, () => session.leave(calls.settled()));
  } finally {
    // An aborted function may run on, but its calls fail.
    calls.stop();
  }
  await calls.settled();
  throwIfAborted(signal);
  if (calls.moved) return null;
  const hasFailed = 'error' in outcome;
  const writes = !hasFailed && calls.writes;
  // A function that has failed may have done so because of rows that changed meanwhile. One read alone is one state.
  if (!writes && calls.reads <= (hasFailed ? 0 : 1)) return outcome;
  session.checkOpen();
  try {
    await session.abortable(calls.commit(writes), signal);
  } catch (error) {
    // Without writes, it does not matter whether an earlier check has run.
    if (BigtabError.is(error) && (error.code === 'CONFLICT' || (!writes && error.code === 'OUTCOME_UNKNOWN')))
      return null;
    throw error;
  }
  return outcome;
}

async function outcomeOf<T>(run: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await run() };
  } catch (error) {
    return { error };
  }
}

function readOptions(given: TransactOptions): { signal: AbortSignalLike | undefined; attempts: number } {
  const options = readLiteral<TransactOptions>(given, 'set of options', ['signal', 'attempts']) as TransactOptions;
  const { signal, attempts = ATTEMPTS } = options;
  checkCount('attempts', attempts, 1);
  return { signal, attempts };
}

/** Waits for a random time, so that transactions that conflicted once do not conflict again. */
function pause(session: Session, attempt: number): Promise<void> {
  const longest = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS);
  const name = encodeText(session.token());
  const part = crc32c(name, 0, name.length) / 2 ** 32;
  return new Promise((resolve) => session.clock.after(part * longest, resolve));
}
