import { equalBytes } from '../../bytes/compare.js';
import { BigtabError } from '../../errors.js';
import type { OperationsRecord } from '../catalog/catalog.js';
import { decodeBase64, encodeBase64 } from './base64.js';

/*
 * Ensures that a repeated request takes effect exactly once. Keeps for each connection the highest number that ran, and
 * the answers that the connection has not acknowledged yet. Rebuilt from the database record and the log.
 *
 *   the operation's number is …                            then
 *   of a connection that is not remembered                 new, or OUTCOME_UNKNOWN if it is marked as a repetition
 *   above the highest that ran                             new
 *   one whose answer is kept                               that answer
 *   at or below what was acknowledged or forgotten         OUTCOME_UNKNOWN
 *   else: it ran and wrote nothing, or it failed           new
 */

/** A connection must wait at this number of unacknowledged operations, or this number of bytes of answers. */
const LARGEST_OPERATIONS = 4_096;
const LARGEST_ANSWER_BYTES = 1 << 20;
/**
 * Maximum number of connections to remember. Closed ones are forgotten first, then the one that has been idle longest.
 */
const LARGEST_CONNECTIONS = 1_024;

interface RememberedConnection {
  highest: number;
  /** All operations up to this number were acknowledged or forgotten. */
  acknowledged: number;
  /** By number, in ascending order. */
  readonly answers: Map<number, Uint8Array>;
  answerBytes: number;
  closed: boolean;
}

export class OperationLog {
  /** From the one that has been idle longest to the one that ran last. */
  private readonly connections = new Map<string, RememberedConnection>();
  private last: RememberedConnection | null = null;
  /** Most answers to puts are one of a few byte sequences, which are kept once. */
  private lastAnswer: Uint8Array = new Uint8Array(0);

  /** Restores what `toRecords` wrote into the database record. */
  static from(records: readonly OperationsRecord[]): OperationLog {
    const log = new OperationLog();
    for (const { connection, highest, answers } of records) {
      for (const { number, answer } of answers) log.ran(connection, number, decodeBase64(answer));
      const remembered = log.remembered(connection);
      remembered.highest = Math.max(remembered.highest, highest);
      remembered.acknowledged = (answers[0]?.number ?? remembered.highest + 1) - 1;
    }
    return log;
  }

  /**
   * The answer of an operation that ran, or null if it must be run. Throws OUTCOME_UNKNOWN if it may have run and its
   * answer is no longer known, because it must not run again.
   */
  answerOf(connection: string, number: number, repeated = false): Uint8Array | null {
    const remembered = this.connections.get(connection);
    if (remembered === undefined) {
      if (repeated) throw outcomeUnknown(connection, number);
      return null;
    }
    if (number > remembered.highest) return null;
    if (number <= remembered.acknowledged) throw outcomeUnknown(connection, number);
    return remembered.answers.get(number) ?? null;
  }

  /** Remembers an operation that wrote, after its group is in the log. The answer is copied. */
  ran(connection: string, number: number, answer: Uint8Array): void {
    const remembered = this.remembered(connection);
    if (number > remembered.highest) remembered.highest = number;
    if (number <= remembered.acknowledged || remembered.answers.has(number)) return;
    if (!equalBytes(answer, this.lastAnswer)) this.lastAnswer = answer.slice();
    remembered.answers.set(number, this.lastAnswer);
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
    const remembered = this.connections.get(connection);
    if (remembered === undefined || number <= remembered.acknowledged) return;
    for (const kept of remembered.answers.keys()) {
      if (kept > number) break;
      forgetOldest(remembered);
    }
    remembered.acknowledged = Math.min(number, remembered.highest);
  }

  /** Whether the connection must acknowledge before it may run more. */
  full(connection: string): boolean {
    const remembered = this.connections.get(connection);
    if (remembered === undefined) return false;
    return remembered.answers.size >= LARGEST_OPERATIONS || remembered.answerBytes >= LARGEST_ANSWER_BYTES;
  }

  /** The connection has ended, so it is among the first to be forgotten. */
  close(connection: string): void {
    const remembered = this.connections.get(connection);
    if (remembered !== undefined) remembered.closed = true;
  }

  /** The records for the database record, which is written whenever the log's start is raised. */
  toRecords(): readonly OperationsRecord[] {
    const records: OperationsRecord[] = [];
    for (const [connection, { highest, answers }] of this.connections) {
      records.push({
        connection,
        highest,
        answers: Array.from(answers, ([number, answer]) => ({ number, answer: encodeBase64(answer) })),
      });
    }
    return records;
  }

  private remembered(connection: string): RememberedConnection {
    let remembered = this.connections.get(connection);
    if (remembered === undefined) {
      if (this.connections.size >= LARGEST_CONNECTIONS) this.forgetOne();
      remembered = { highest: 0, acknowledged: 0, answers: new Map(), answerBytes: 0, closed: false };
    } else if (remembered === this.last) {
      return remembered;
    } else {
      this.connections.delete(connection);
    }
    this.connections.set(connection, remembered);
    this.last = remembered;
    return remembered;
  }

  private forgetOne(): void {
    let oldest: string | null = null;
    for (const [connection, { closed }] of this.connections) {
      oldest ??= connection;
      if (!closed) continue;
      oldest = connection;
      break;
    }
    if (oldest !== null) this.connections.delete(oldest);
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
