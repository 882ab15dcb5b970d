import { decodeBase64, encodeBase64 } from '../../bytes/base64.js';
import { equalBytes } from '../../bytes/compare.js';
import { BigtabError } from '../../errors.js';
import type { DatabaseRecord, OperationsRecord } from '../catalog/catalog.js';

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
 * send nothing again. One that runs an operation after it was forgotten is marked as lost, because what it ran before
 * may be missing. Records of the log that could not be read may have had operations of each connection whose epoch is
 * below that of the engine which found the damage.
 *
 * When a connection has closed, its answers are forgotten. If it closed properly, it had acknowledged them, and nothing
 * of it is stored. A client that died leaves its highest number. If the engine ends before that is stored, the answers
 * are in the log, and are known again.
 */

export interface OperationLimits {
  /** A client has at most this number of operations that are not acknowledged. */
  readonly operations: number;
  /** With this number of bytes of answers, an operation waits until its connection has acknowledged some. */
  readonly answerBytes: number;
  /**
   * Maximum number of connections to remember. Those that have acknowledged everything are forgotten first, then the
   * one that has been idle longest.
   */
  readonly connections: number;
  /**
   * The answers that an opening keeps of connections that are not heard of any more, except the one that ran last, in
   * bytes with those of their numbers: most of their clients have ended without closing.
   */
  readonly foundBytes: number;
}

const LIMITS: OperationLimits = { operations: 4_096, answerBytes: 1 << 20, connections: 1_024, foundBytes: 2 << 20 };
const NUMBER_BYTES = 32;

interface RememberedConnection {
  highest: number;
  /** The client has received the answers of all operations up to this number. */
  acknowledged: number;
  /** Answers of operations up to this number may have been forgotten. */
  forgotten: number;
  /** By number, in ascending order. */
  readonly answers: Map<number, Uint8Array>;
  answerBytes: number;
  /** Whether operations that ran may be missing. */
  lost: boolean;
}

/** The table in the database record. */
export type OperationFacts = Pick<DatabaseRecord, 'operations' | 'forgottenEpoch' | 'lostEpoch'>;

export class OperationLog {
  /** From the one that has been idle longest to the one that ran last. */
  readonly #connections = new Map<string, RememberedConnection>();
  /** The connections that have received all answers, so that they send nothing again. They are forgotten first. */
  readonly #spent = new Set<string>();
  #last: RememberedConnection | null = null;
  /** The highest epoch of a connection that was forgotten; -1: none was. */
  #forgottenEpoch = -1;
  /** Connections of earlier epochs may have lost operations. */
  #lostEpoch = 0;
  /** Most answers to puts are one of a few byte sequences, which are kept once. */
  #lastAnswer: Uint8Array = new Uint8Array(0);

  readonly #limits: OperationLimits;
  /** False until the operations in the log were added to those of the record. */
  #isComplete = true;
  /** Connections whose answers exceeded the limit when the table was rebuilt, and which were not heard of since. */
  readonly #excess = new Set<string>();

  /** Tests have smaller limits. */
  constructor(limits: OperationLimits = LIMITS) {
    this.#limits = limits;
  }

  /** Restores what `facts` wrote into the database record. No connection is forgotten before `complete` is called. */
  static from(stored: OperationFacts & Pick<DatabaseRecord, 'lostOperations'>, limits?: OperationLimits): OperationLog {
    const log = new OperationLog(limits);
    const { operations, lostOperations, forgottenEpoch = -1, lostEpoch = lostOperations ? 1 : 0 } = stored;
    log.#isComplete = false;
    log.#forgottenEpoch = forgottenEpoch;
    log.#lostEpoch = lostEpoch;
    for (const { connection, highest, answers, lost = false, ...others } of operations) {
      const { acknowledged = (answers[0]?.number ?? highest + 1) - 1 } = others;
      const remembered = log.#remembered(connection, highest);
      remembered.lost = lost;
      for (const { number, last = number, answer } of answers) {
        const bytes = decodeBase64(answer);
        const end = Math.min(last, number + log.#limits.operations);
        for (let one = number; one <= end; one++) log.#keep(remembered, one, bytes);
      }
      remembered.highest = Math.max(remembered.highest, highest);
      remembered.forgotten = Math.max(remembered.forgotten, acknowledged);
    }
    return log;
  }

  /** Records of the log could not be read. `epoch`: that of this engine. */
  lose(epoch: number): void {
    this.#lostEpoch = epoch;
  }

  /** Called when the table is rebuilt. Returns whether it has too many answers, so that `bound` must be called. */
  complete(): boolean {
    this.#isComplete = true;
    while (this.#connections.size > this.#limits.connections) this.#forgetOne();
    const [, ...older] = [...this.#connections].reverse();
    let bytes = 0;
    for (const [connection, { answers, answerBytes }] of older) {
      bytes += answerBytes + answers.size * NUMBER_BYTES;
      if (bytes > this.#limits.foundBytes) this.#excess.add(connection);
    }
    return this.#excess.size > 0;
  }

  /**
   * Called when living clients have sent their open operations again: bounds what the database record contains of
   * clients that never come back.
   */
  bound(): void {
    for (const connection of this.#excess) this.forget(connection);
    this.#excess.clear();
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
    return this.#limits.answerBytes - (this.#connections.get(connection)?.answerBytes ?? 0);
  }

  /** Remembers an operation that wrote, after its group is in the log. The answer is copied. */
  ran(connection: string, number: number, answer: Uint8Array): void {
    const remembered = this.#remembered(connection, number);
    const { answers } = remembered;
    if (!this.#keep(remembered, number, answer)) return;
    // No operation runs while its connection has more unacknowledged answers than this, so the oldest ones in a log
    // were acknowledged.
    const { operations, answerBytes } = this.#limits;
    while (answers.size > operations || remembered.answerBytes - answer.length >= answerBytes) {
      const [oldest] = answers.keys();
      drop(remembered, oldest as number);
      remembered.forgotten = Math.max(remembered.forgotten, oldest as number);
    }
  }

  /** Returns whether the answer is new, and may be needed. */
  #keep(remembered: RememberedConnection, number: number, answer: Uint8Array): boolean {
    const { answers, highest } = remembered;
    remembered.highest = Math.max(highest, number);
    if (number <= settledUpTo(remembered) || answers.has(number)) return false;
    if (!equalBytes(answer, this.#lastAnswer)) this.#lastAnswer = answer.slice();
    answers.set(number, this.#lastAnswer);
    remembered.answerBytes += answer.length;
    // It was refused before, and was sent again after later ones had run.
    if (number < highest) for (const later of [...answers].filter(([other]) => other > number)) toEnd(answers, later);
    return true;
  }

  /** The connection lives, and has received the answers of all operations up to `number`. */
  acknowledge(connection: string, number: number): void {
    this.#excess.delete(connection);
    const remembered = this.#connections.get(connection);
    if (remembered === undefined || number <= remembered.acknowledged) return;
    drop(remembered, number);
    remembered.acknowledged = Math.min(number, remembered.highest);
    if (isSpent(remembered)) this.#spent.add(connection);
  }

  /** Forgets the answers of all operations up to `number`: if they are sent again, they are OUTCOME_UNKNOWN. */
  forget(connection: string, number: number = Number.POSITIVE_INFINITY): void {
    const remembered = this.#connections.get(connection);
    if (remembered === undefined) return;
    drop(remembered, number);
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
      const { highest, answers, lost } = remembered;
      const acknowledged = settledUpTo(remembered);
      operations.push({ connection, highest, acknowledged, answers: runsOf(answers), ...(lost && { lost }) });
    }
    return {
      operations,
      ...(this.#forgottenEpoch >= 0 && { forgottenEpoch: this.#forgottenEpoch }),
      ...(this.#lostEpoch > 0 && { lostEpoch: this.#lostEpoch }),
    };
  }

  #mayHaveRun(connection: string, remembered: RememberedConnection | undefined): boolean {
    const epoch = epochOf(connection);
    return epoch < this.#lostEpoch || (remembered?.lost ?? epoch <= this.#forgottenEpoch);
  }

  /** `number`: that of its operation. */
  #remembered(connection: string, number: number): RememberedConnection {
    let remembered = this.#connections.get(connection);
    this.#spent.delete(connection);
    if (remembered === undefined) {
      if (this.#isComplete && this.#connections.size >= this.#limits.connections) this.#forgetOne();
      // The first operation of a connection is new, unless what came before it is no longer in the log.
      const isOlder = number > 1 || !this.#isComplete;
      const lost = isOlder && epochOf(connection) <= this.#forgottenEpoch;
      remembered = { highest: 0, acknowledged: 0, forgotten: 0, answers: new Map(), answerBytes: 0, lost };
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
    for (const connection of this.#spent.size > 0 ? this.#spent : this.#connections.keys()) {
      this.#connections.delete(connection);
      if (!this.#spent.delete(connection)) this.#forgottenEpoch = Math.max(this.#forgottenEpoch, epochOf(connection));
      return;
    }
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

/** Drops the answers up to `number`. */
function drop(remembered: RememberedConnection, number: number): void {
  for (const [kept, answer] of remembered.answers) {
    if (kept > number) break;
    remembered.answers.delete(kept);
    remembered.answerBytes -= answer.length;
  }
}

function toEnd<K, V>(map: Map<K, V>, [key, value]: readonly [K, V]): void {
  map.delete(key);
  map.set(key, value);
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
