import { equalBytes } from '../../bytes/compare.js';
import { BigtabError } from '../../errors.js';
import type { DatabaseRecord, OperationsRecord } from '../catalog/catalog.js';
import { decodeBase64, encodeBase64 } from './base64.js';

/*
 * Ensures that a repeated request takes effect exactly once. Keeps for each connection the highest number that ran, and
 * the answers that the connection has not acknowledged yet. Rebuilt from the database record and the log.
 *
 *   the operation is …                                                      then
 *   one whose answer is kept                                                that answer
 *   at or below what was acknowledged or forgotten                          OUTCOME_UNKNOWN
 *   sent before, by a connection that may have been forgotten               OUTCOME_UNKNOWN
 *   sent before, by a connection of which records may have been lost        OUTCOME_UNKNOWN
 *   else: it never ran, or it wrote nothing, or it failed                   new
 *
 * The id of a connection begins with its epoch, that of the engine which it was opened with: `<epoch>/<unique name>`.
 * An id without an epoch has epoch 0. A connection that is not remembered may have been forgotten if its epoch is not
 * above the highest epoch of those that were. Connections that have acknowledged everything do not count, because they
 * send nothing again. Records of the log that could not be read may have had operations of each connection whose epoch
 * is below that of the engine which found the damage.
 *
 * When a connection has closed, its answers are forgotten. If it closed properly, it had acknowledged them, and nothing
 * of it is stored. A client that died leaves its highest number. If the engine ends before that is stored, the answers
 * are in the log, and are known again.
 */

/** A client has at most this number of operations that are not acknowledged. */
const LARGEST_OPERATIONS = 4_096;
/** With this number of bytes of answers, an operation waits until its connection has acknowledged some. */
const LARGEST_ANSWER_BYTES = 1 << 20;
/**
 * Maximum number of connections to remember. Those that have acknowledged everything are forgotten first, then the one
 * that has been idle longest.
 */
const LARGEST_CONNECTIONS = 1_024;
/**
 * The answers that an opening keeps of all connections but the one that ran last, in bytes with those of their numbers:
 * most of their clients have ended without closing.
 */
const LARGEST_FOUND_BYTES = 2 << 20;
const NUMBER_BYTES = 32;

interface RememberedConnection {
  highest: number;
  /** The client has received the answers of all operations up to this number. */
  acknowledged: number;
  /** Answers of operations up to this number may have been forgotten. */
  forgotten: number;
  /** By number, in the order in which they ran. */
  readonly answers: Map<number, Uint8Array>;
  answerBytes: number;
}

/** The table in the database record. */
export type OperationFacts = Pick<DatabaseRecord, 'operations' | 'forgottenEpoch' | 'lostEpoch'>;

export class OperationLog {
  /** From the one that has been idle longest to the one that ran last. */
  readonly #connections = new Map<string, RememberedConnection>();
  #last: RememberedConnection | null = null;
  /** The highest epoch of a connection that was forgotten; -1: none was. */
  #forgottenEpoch = -1;
  /** Connections of earlier epochs may have lost operations. */
  #lostEpoch = 0;
  /** Most answers to puts are one of a few byte sequences, which are kept once. */
  #lastAnswer: Uint8Array = new Uint8Array(0);

  /** Restores what `facts` wrote into the database record. */
  static from(stored: OperationFacts & Pick<DatabaseRecord, 'lostOperations'>): OperationLog {
    const log = new OperationLog();
    const { operations, lostOperations, forgottenEpoch = -1, lostEpoch = lostOperations ? 1 : 0 } = stored;
    log.#forgottenEpoch = forgottenEpoch;
    log.#lostEpoch = lostEpoch;
    for (const { connection, highest, answers, acknowledged = (answers[0]?.number ?? highest + 1) - 1 } of operations) {
      const remembered = log.#remembered(connection, highest);
      remembered.highest = highest;
      remembered.forgotten = 0;
      for (const { number, last = number, answer } of answers) {
        const bytes = decodeBase64(answer);
        const end = Math.min(last, number + LARGEST_OPERATIONS);
        for (let one = number; one <= end; one++) log.ran(connection, one, bytes);
      }
      remembered.forgotten = Math.max(remembered.forgotten, acknowledged);
    }
    return log;
  }

  /** Records of the log could not be read. `epoch`: that of this engine. */
  lose(epoch: number): void {
    this.#lostEpoch = epoch;
  }

  /** Called when the table is rebuilt: bounds what the database record contains of clients that never come back. */
  bound(): void {
    const [, ...older] = [...this.#connections].reverse();
    let bytes = 0;
    for (const [connection, { answers, answerBytes }] of older) {
      bytes += answerBytes + answers.size * NUMBER_BYTES;
      if (bytes > LARGEST_FOUND_BYTES) this.forget(connection);
    }
  }

  /**
   * The answer of an operation that ran, or null if it must be run. Throws OUTCOME_UNKNOWN if it may have run and its
   * answer is no longer known, because it must not run again. `repeated`: whether it was sent before.
   */
  answerOf(connection: string, number: number, repeated = false): Uint8Array | null {
    const remembered = this.#connections.get(connection);
    const answer = remembered?.answers.get(number) ?? null;
    if (answer !== null) return answer;
    const isForgotten = remembered !== undefined && number <= settledUpTo(remembered);
    if (isForgotten || (repeated && this.#mayHaveRun(connection, remembered))) throw outcomeUnknown(connection, number);
    return null;
  }

  /** Whether the answer of an operation is kept. */
  has(connection: string, number: number): boolean {
    return this.#connections.get(connection)?.answers.has(number) ?? false;
  }

  /** How many bytes of answers can be kept before the connection has to acknowledge some. */
  roomOf(connection: string): number {
    return LARGEST_ANSWER_BYTES - (this.#connections.get(connection)?.answerBytes ?? 0);
  }

  /** Remembers an operation that wrote, after its group is in the log. The answer is copied. */
  ran(connection: string, number: number, answer: Uint8Array): void {
    const remembered = this.#remembered(connection, number);
    if (number > remembered.highest) remembered.highest = number;
    if (number <= settledUpTo(remembered) || remembered.answers.has(number)) return;
    if (!equalBytes(answer, this.#lastAnswer)) this.#lastAnswer = answer.slice();
    remembered.answers.set(number, this.#lastAnswer);
    remembered.answerBytes += answer.length;
    // No operation runs while its connection has more unacknowledged answers than this, so the oldest ones in a log
    // were acknowledged.
    while (
      remembered.answers.size > LARGEST_OPERATIONS ||
      remembered.answerBytes - answer.length >= LARGEST_ANSWER_BYTES
    ) {
      const [oldest] = remembered.answers.keys();
      drop(remembered, oldest as number);
      remembered.forgotten = Math.max(remembered.forgotten, oldest as number);
    }
  }

  /** The connection has received the answers of all operations up to `number`. */
  acknowledge(connection: string, number: number): void {
    const remembered = this.#connections.get(connection);
    if (remembered === undefined || number <= remembered.acknowledged) return;
    for (const kept of remembered.answers.keys()) {
      if (kept > number) break;
      drop(remembered, kept);
    }
    remembered.acknowledged = Math.min(number, remembered.highest);
  }

  /** Forgets the answers of all operations up to `number`: if they are sent again, they are OUTCOME_UNKNOWN. */
  forget(connection: string, number: number = Number.POSITIVE_INFINITY): void {
    const remembered = this.#connections.get(connection);
    if (remembered === undefined) return;
    for (const kept of remembered.answers.keys()) if (kept <= number) drop(remembered, kept);
    remembered.forgotten = Math.max(remembered.forgotten, Math.min(number, remembered.highest));
  }

  /** The highest operation of each connection that ran. */
  get highest(): ReadonlyMap<string, number> {
    return new Map(Array.from(this.#connections, ([connection, { highest }]) => [connection, highest]));
  }

  /** What the database record stores, which is written whenever the log's start is raised. */
  get facts(): OperationFacts {
    const operations: OperationsRecord[] = [];
    for (const [connection, remembered] of this.#connections) {
      if (isSpent(remembered)) continue;
      const { highest, answers } = remembered;
      operations.push({ connection, highest, acknowledged: settledUpTo(remembered), answers: runsOf(answers) });
    }
    return {
      operations,
      ...(this.#forgottenEpoch >= 0 && { forgottenEpoch: this.#forgottenEpoch }),
      ...(this.#lostEpoch > 0 && { lostEpoch: this.#lostEpoch }),
    };
  }

  #mayHaveRun(connection: string, remembered: RememberedConnection | undefined): boolean {
    const epoch = epochOf(connection);
    return epoch < this.#lostEpoch || (remembered === undefined && epoch <= this.#forgottenEpoch);
  }

  /** `number`: that of its operation. */
  #remembered(connection: string, number: number): RememberedConnection {
    let remembered = this.#connections.get(connection);
    if (remembered === undefined) {
      if (this.#connections.size >= LARGEST_CONNECTIONS) this.#forgetOne();
      // Earlier operations may have been forgotten with the connection.
      const forgotten = number > 1 && this.#mayHaveRun(connection, undefined) ? number - 1 : 0;
      remembered = { highest: 0, acknowledged: 0, forgotten, answers: new Map(), answerBytes: 0 };
    } else if (remembered === this.#last) {
      return remembered;
    } else {
      this.#connections.delete(connection);
    }
    this.#connections.set(connection, remembered);
    this.#last = remembered;
    return remembered;
  }

  #forgetOne(): void {
    const connections = [...this.#connections];
    const spent = connections.find(([, remembered]) => isSpent(remembered));
    const [connection] = (spent ?? connections[0]) as [string, RememberedConnection];
    this.#connections.delete(connection);
    if (spent === undefined) this.#forgottenEpoch = Math.max(this.#forgottenEpoch, epochOf(connection));
  }
}

/** Whether the client has received all answers, so that it sends nothing again. */
function isSpent({ acknowledged, highest }: RememberedConnection): boolean {
  return acknowledged >= highest;
}

/** Operations up to this number must not run again. */
function settledUpTo({ acknowledged, forgotten }: RememberedConnection): number {
  return Math.max(acknowledged, forgotten);
}

function drop(remembered: RememberedConnection, number: number): void {
  remembered.answerBytes -= remembered.answers.get(number)?.length ?? 0;
  remembered.answers.delete(number);
}

/** Equal answers of successive operations are one entry. */
function runsOf(answers: ReadonlyMap<number, Uint8Array>): OperationsRecord['answers'] {
  const runs: { number: number; last?: number; answer: string }[] = [];
  let before: Uint8Array | null = null;
  for (const [number, answer] of answers) {
    const run = runs.at(-1);
    if (run !== undefined && before !== null && equalBytes(answer, before) && number === (run.last ?? run.number) + 1)
      run.last = number;
    else runs.push({ number, answer: encodeBase64(answer) });
    before = answer;
  }
  return runs;
}

function epochOf(connection: string): number {
  return Number(/^\d+(?=\/)/.exec(connection)?.[0] ?? 0);
}

function outcomeUnknown(connection: string, number: number): BigtabError {
  return new BigtabError(
    'OUTCOME_UNKNOWN',
    `Operation ${number} may have run already, and its result is no longer known. It was not run again`,
    { details: { connection, number, outcome: 'unknown' } },
  );
}
