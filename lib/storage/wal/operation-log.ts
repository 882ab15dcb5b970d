import { equalBytes } from '../../bytes/compare.js';
import { BigtabError } from '../../errors.js';
import type { OperationsRecord } from '../catalog/catalog.js';
import { decodeBase64, encodeBase64 } from './base64.js';

/*
 * Ensures that a repeated request takes effect exactly once. Keeps for each connection the highest number that ran, and
 * the answers that the connection has not acknowledged yet. Rebuilt from the database record and the log.
 *
 *   the operation's number is …                            then
 *   of a connection that is not remembered                 new
 *   above the highest that ran                             new
 *   one whose answer is kept                               that answer
 *   at or below what was acknowledged or forgotten         OUTCOME_UNKNOWN
 *   else: it ran and wrote nothing, or it failed           new
 *
 * If records of the log could not be read, an operation that would be new and was sent before may have been in them:
 * OUTCOME_UNKNOWN. This is remembered in the database record, and does not concern connections that began later.
 */

/** The oldest answers of a connection beyond this number, or this number of bytes, are forgotten. */
const LARGEST_OPERATIONS = 4_096;
const LARGEST_ANSWER_BYTES = 1 << 20;
/** Maximum number of connections to remember. The one that has been idle longest is forgotten first. */
const LARGEST_CONNECTIONS = 1_024;

interface RememberedConnection {
  highest: number;
  /** All operations up to this number were acknowledged or forgotten. */
  acknowledged: number;
  /** By number, in ascending order. */
  readonly answers: Map<number, Uint8Array>;
  answerBytes: number;
  /** Whether records that could not be read may have had its operations. */
  lost: boolean;
}

export class OperationLog {
  /** From the one that has been idle longest to the one that ran last. */
  readonly #connections = new Map<string, RememberedConnection>();
  #last: RememberedConnection | null = null;
  /** The same for the connections that are not remembered; undefined if all records could always be read. */
  #lost: boolean | undefined;
  /** Most answers to puts are one of a few byte sequences, which are kept once. */
  #lastAnswer: Uint8Array = new Uint8Array(0);

  /** Restores what `toRecords` and `lost` wrote into the database record. */
  static from(records: readonly OperationsRecord[], lost?: boolean): OperationLog {
    const log = new OperationLog();
    log.#lost = lost;
    for (const { connection, highest, answers, lost = false } of records) {
      for (const { number, answer } of answers) log.ran(connection, number, decodeBase64(answer));
      const remembered = log.#remembered(connection);
      remembered.lost = lost;
      remembered.highest = Math.max(remembered.highest, highest);
      remembered.acknowledged = (answers[0]?.number ?? remembered.highest + 1) - 1;
    }
    return log;
  }

  /** Records of the log could not be read: they may have had operations of every connection so far. */
  lose(): void {
    this.#lost = true;
    for (const remembered of this.#connections.values()) remembered.lost = true;
  }

  /** Whether operations of connections that are not remembered may be lost; undefined if none ever were. */
  get lost(): boolean | undefined {
    return this.#lost;
  }

  /**
   * The answer of an operation that ran, or null if it must be run. Throws OUTCOME_UNKNOWN if it may have run and its
   * answer is no longer known, because it must not run again. `repeated`: whether it was sent before.
   */
  answerOf(connection: string, number: number, repeated = false): Uint8Array | null {
    const remembered = this.#connections.get(connection);
    const answer = remembered?.answers.get(number) ?? null;
    if (answer !== null) return answer;
    const forgotten = remembered !== undefined && number <= remembered.acknowledged;
    if (forgotten || (repeated && (remembered?.lost ?? this.#lost))) throw outcomeUnknown(connection, number);
    return null;
  }

  /** Remembers an operation that wrote, after its group is in the log. The answer is copied. */
  ran(connection: string, number: number, answer: Uint8Array): void {
    const remembered = this.#remembered(connection, number > 1);
    if (number > remembered.highest) remembered.highest = number;
    if (number <= remembered.acknowledged || remembered.answers.has(number)) return;
    if (!equalBytes(answer, this.#lastAnswer)) this.#lastAnswer = answer.slice();
    remembered.answers.set(number, this.#lastAnswer);
    remembered.answerBytes += answer.length;
    // The client waits before it has more unacknowledged operations than this, so the oldest ones in a log were
    // acknowledged.
    while (
      remembered.answers.size > LARGEST_OPERATIONS ||
      remembered.answerBytes - answer.length >= LARGEST_ANSWER_BYTES
    ) {
      forgetOldest(remembered);
    }
  }

  /** The connection has received the answers of all operations up to `number`. */
  acknowledge(connection: string, number: number): void {
    const remembered = this.#connections.get(connection);
    if (remembered === undefined || number <= remembered.acknowledged) return;
    for (const kept of remembered.answers.keys()) {
      if (kept > number) break;
      forgetOldest(remembered);
    }
    remembered.acknowledged = Math.min(number, remembered.highest);
  }

  /** The highest operation of each connection that ran. */
  get highest(): ReadonlyMap<string, number> {
    return new Map(Array.from(this.#connections, ([connection, { highest }]) => [connection, highest]));
  }

  /** The records for the database record, which is written whenever the log's start is raised. */
  toRecords(): readonly OperationsRecord[] {
    const records: OperationsRecord[] = [];
    for (const [connection, { highest, answers, lost }] of this.#connections) {
      records.push({
        connection,
        highest,
        answers: Array.from(answers, ([number, answer]) => ({ number, answer: encodeBase64(answer) })),
        ...(lost && { lost }),
      });
    }
    return records;
  }

  /** `isOlder`: whether a connection that is not remembered may have had operations before. */
  #remembered(connection: string, isOlder = true): RememberedConnection {
    let remembered = this.#connections.get(connection);
    if (remembered === undefined) {
      if (this.#connections.size >= LARGEST_CONNECTIONS) this.#forgetIdle();
      remembered = {
        highest: 0,
        acknowledged: 0,
        answers: new Map(),
        answerBytes: 0,
        lost: isOlder && this.#lost === true,
      };
    } else if (remembered === this.#last) {
      return remembered;
    } else {
      this.#connections.delete(connection);
    }
    this.#connections.set(connection, remembered);
    this.#last = remembered;
    return remembered;
  }

  #forgetIdle(): void {
    for (const connection of this.#connections.keys()) {
      this.#connections.delete(connection);
      break;
    }
    // Connections as old as the loss are not remembered any more.
    if (this.#lost && ![...this.#connections.values()].some(({ lost }) => lost)) this.#lost = false;
  }
}

function forgetOldest(remembered: RememberedConnection): void {
  for (const [number, answer] of remembered.answers) {
    remembered.answers.delete(number);
    remembered.answerBytes -= answer.length;
    remembered.acknowledged = Math.max(remembered.acknowledged, number);
    return;
  }
}

function outcomeUnknown(connection: string, number: number): BigtabError {
  return new BigtabError(
    'OUTCOME_UNKNOWN',
    `Operation ${number} may have run already, and its result is no longer known. It was not run again`,
    { details: { connection, number, outcome: 'unknown' } },
  );
}
