import { notAllowed } from '../bytes/kind.js';
import { BigtabError, invalidArgument } from '../errors.js';
import { Append, validateAppend } from '../model/append.js';
import { Increment, validateIncrement } from '../model/increment.js';
import { readLiteral } from '../model/literal.js';
import { type RowMutation, type RowMutationLike, toRowMutation } from '../model/row-mutations.js';
import { withoutDefault } from '../model/table-name.js';
import { validatePut } from '../model/validate-put.js';
import { batchFailed, type FailureCause, failureCause } from './calls/batch-failed.js';
import { inTable } from './calls/in-table.js';
import { eachOf } from './calls/list-call.js';
import { MutationBuffer, type MutationPart, sendPart } from './calls/mutation-buffer.js';
import type { Session } from './calls/session.js';

/** What `getBufferedMutator` takes. HBase: `BufferedMutatorParams`. */
export interface BufferedMutatorLike {
  readonly tableName: string;
  /** The buffer is sent when it holds more bytes than this. Default 2 MiB. */
  readonly writeBufferSize?: number | undefined;
  /** The buffer is sent when it holds so many mutations. Default 0: any number. */
  readonly maxMutations?: number | undefined;
  /** Largest cell of a Put, in bytes; 0 or less: any. Default: as for other Puts. @see N-34 */
  readonly maxKeyValueSize?: number | undefined;
  /** The buffer is sent so many milliseconds after a mutation came into the empty one. Default 0: never by time. */
  readonly writeBufferPeriodicFlushTimeoutMs?: number | undefined;
  /** Told of mutations that failed, with BATCH_FAILED; then `flush` and `close` do not reject for them. */
  readonly listener?: ((error: BigtabError, mutator: BufferedMutator) => void) | undefined;
}

const NAMES = [
  'tableName',
  'writeBufferSize',
  'maxMutations',
  'maxKeyValueSize',
  'writeBufferPeriodicFlushTimeoutMs',
  'listener',
] as const satisfies readonly (keyof BufferedMutatorLike)[];

const DEFAULT_BUFFER_BYTES = 2 * 1024 * 1024;

/**
 * Gathers mutations of one table on the page and sends them many at a time. What is still in the buffer is not durable,
 * not visible and not ordered with other writes; what is sent is sent in the order it was given. Each mutation is
 * atomic by itself. Closing the connection closes it. HBase: `BufferedMutator`.
 *
 * @example
 * const mutator = connection.getBufferedMutator(table.getName());
 * for (const row of ['com.a', 'com.b']) await mutator.mutate(new Put(row).addColumn('contents', 'html', '<html>...'));
 * await mutator.close();
 *
 * @see W-68
 */
export class BufferedMutator {
  private readonly session: Session;
  private readonly params: BufferedMutatorLike;
  private readonly buffer: MutationBuffer;
  private readonly held: { deref(): { close(): Promise<void> } };
  private periodicFlushTimeoutMs: number;
  private cancelTimer: (() => void) | null = null;
  /** Ends when a long list is taken in, which goes turn by turn; what comes later waits. */
  private taking: Promise<void> | null = null;
  /** Resolves when everything sent so far is answered. Never rejects. */
  private sending: Promise<unknown> = Promise.resolve();
  private causes: FailureCause[] = [];
  /** Mutations that were sent, and those of them that were reported on. */
  private sent = 0;
  private reported = 0;
  /** What the next `flush` or `close` rejects with: the engine was lost, or the listener threw. */
  private failure: { readonly error: unknown } | null = null;
  private closed = false;

  /** Throws INVALID_ARGUMENT naming the parameter that is wrong. */
  constructor(session: Session, given: string | BufferedMutatorLike) {
    const params = readParams(typeof given === 'string' ? { tableName: given } : given);
    this.session = session;
    this.params = params;
    this.buffer = new MutationBuffer(params.tableName);
    this.periodicFlushTimeoutMs = params.writeBufferPeriodicFlushTimeoutMs ?? 0;
    this.held = { deref: () => ({ close: () => this.end() }) };
    session.open.add(this.held);
  }

  /** The table's name. */
  getName(): string {
    return this.params.tableName;
  }

  /** Bytes above which the buffer is sent. */
  getWriteBufferSize(): number {
    return this.params.writeBufferSize ?? DEFAULT_BUFFER_BYTES;
  }

  /** Milliseconds after which the buffer is sent by itself; 0 = never. */
  getWriteBufferPeriodicFlushTimeoutMs(): number {
    return this.periodicFlushTimeoutMs;
  }

  /** As the parameter `writeBufferPeriodicFlushTimeoutMs`, from now on; 0 switches it off. */
  setWriteBufferPeriodicFlush(timeoutMs: number): void {
    checkCount('timeoutMs', timeoutMs, 0);
    this.periodicFlushTimeoutMs = timeoutMs;
    this.stopTimer();
    this.startTimer();
  }

  /**
   * Takes a Put, Delete, Increment or Append, or a list of them, which may be changed afterwards. Sends the buffer when
   * it is full; then it resolves when what was sent before that is answered, so that whoever awaits it never has more
   * than two buffers in memory. Rejects with INVALID_ARGUMENT for a Put without cells or with one too large, and takes
   * nothing of its list; with INVALID_STATE after `close`.
   *
   * @see N-34, N-38
   */
  mutate(mutation: RowMutation | RowMutationLike | readonly (RowMutation | RowMutationLike)[]): Promise<void> {
    return this.session.run(async () => {
      this.checkOpen();
      const isList = Array.isArray(mutation);
      const list = (isList ? mutation.slice() : [mutation]) as readonly RowMutationLike[];
      if (this.taking !== null) {
        while (this.taking !== null) await this.taking;
        this.checkOpen();
      }
      await this.take(list, isList);
      if (!this.isFull()) return;
      const before = this.sending;
      this.send();
      await before;
    });
  }

  /**
   * Sends the buffer and resolves when everything is answered. Without a listener it rejects with BATCH_FAILED when
   * some mutations failed since the last report: the others are applied, and the failure is forgotten. The `index` of a
   * cause counts the mutations that this mutator was given, from 0 on. Rejects with INVALID_STATE after `close`.
   *
   * @see W-68
   */
  flush(): Promise<void> {
    return this.session.run(() => {
      this.checkOpen();
      return this.finish();
    });
  }

  /** As `flush`, and takes nothing more. A second call does nothing. */
  close(): Promise<void> {
    return this.closed ? Promise.resolve() : this.session.run(() => this.end());
  }

  private async end(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.session.open.delete(this.held);
    await this.finish();
  }

  private async finish(): Promise<void> {
    while (this.taking !== null) await this.taking;
    this.send();
    await this.sending;
    this.report();
    const { failure } = this;
    this.failure = null;
    if (failure !== null) throw failure.error;
  }

  /** Checks all of the list, then takes it; a short one before it returns. */
  private async take(list: readonly RowMutationLike[], isList: boolean): Promise<void> {
    const mutations: RowMutation[] = [];
    const check = (like: RowMutationLike) => {
      mutations.push(inTable(this.params.tableName, () => this.checked(like)));
    };
    let taken = () => {};
    try {
      if (!isList) check(list[0] as RowMutationLike);
      else
        for (const rest of eachOf(list, this.session.pacer(), undefined, check)) {
          this.taking ??= new Promise((resolve) => {
            taken = resolve;
          });
          await rest;
        }
      for (const mutation of mutations) this.buffer.add(mutation);
      this.startTimer();
    } finally {
      this.taking = null;
      taken();
    }
  }

  private checked(like: RowMutationLike): RowMutation {
    const mutation = toRowMutation(like);
    const { kind } = mutation;
    if (kind === 'Put') validatePut(mutation, this.params.maxKeyValueSize ?? this.session.maxCellSize);
    // Nobody reads what they answer.
    if (kind === 'Increment') {
      validateIncrement(mutation);
      return new Increment(mutation).setReturnResults(false);
    }
    if (kind === 'Append') {
      validateAppend(mutation);
      return new Append(mutation).setReturnResults(false);
    }
    return mutation;
  }

  private isFull(): boolean {
    const { maxMutations = 0 } = this.params;
    const { bytes, mutations } = this.buffer;
    return bytes > this.getWriteBufferSize() || (maxMutations > 0 && mutations >= maxMutations);
  }

  /** What is in the buffer goes on its way. */
  private send(): void {
    this.stopTimer();
    if (this.buffer.mutations === 0) return;
    const first = this.sent;
    this.sent += this.buffer.mutations;
    let at = first;
    const parts = this.buffer.take().map((part) => {
      const from = at;
      at += part.rows.length;
      return this.sendPart(part, from);
    });
    const before = this.sending;
    const answered = Promise.all(parts).then(async () => {
      await before;
      if (this.params.listener !== undefined) this.report();
    });
    this.sending = answered.catch((error) => {
      this.failure ??= { error };
    });
  }

  private async sendPart(part: MutationPart, first: number): Promise<void> {
    const failures = await sendPart(this.session, part);
    const pacer = this.session.pacer();
    for (const { index, error } of failures) {
      this.causes.push(failureCause(first + index, part.rows[index] as Uint8Array, error));
      if (pacer.due()) await pacer.rest();
    }
  }

  /** Tells of what failed since the last time, and forgets it. */
  private report(): void {
    const { causes } = this;
    const total = this.sent - this.reported;
    this.reported = this.sent;
    if (causes.length === 0) return;
    this.causes = [];
    const error = batchFailed(total, causes);
    if (this.params.listener === undefined) this.failure ??= { error };
    else this.params.listener(error, this);
  }

  private startTimer(): void {
    if (this.cancelTimer !== null || this.periodicFlushTimeoutMs === 0 || this.buffer.mutations === 0) return;
    this.cancelTimer = this.session.clock.after(this.periodicFlushTimeoutMs, () => {
      this.cancelTimer = null;
      this.send();
    });
  }

  private stopTimer(): void {
    this.cancelTimer?.();
    this.cancelTimer = null;
  }

  private checkOpen(): void {
    if (this.closed) throw new BigtabError('INVALID_STATE', 'Cannot put when the BufferedMutator is closed.');
  }
}

function readParams(given: BufferedMutatorLike): BufferedMutatorLike {
  readLiteral<BufferedMutatorLike>(given, 'set of BufferedMutator parameters', NAMES);
  const { tableName, writeBufferSize = 1, maxMutations = 0, maxKeyValueSize = 0, listener } = given;
  if (typeof tableName !== 'string') throw notAllowed('tableName', 'text', tableName);
  checkCount('writeBufferSize', writeBufferSize, 1);
  checkCount('maxMutations', maxMutations, 0);
  checkCount('writeBufferPeriodicFlushTimeoutMs', given.writeBufferPeriodicFlushTimeoutMs ?? 0, 0);
  checkCount('maxKeyValueSize', maxKeyValueSize, Number.MIN_SAFE_INTEGER);
  if (listener !== undefined && typeof listener !== 'function') throw notAllowed('listener', 'a function', listener);
  return { ...given, tableName: withoutDefault(tableName) };
}

function checkCount(what: string, count: unknown, least: number): void {
  if (Number.isSafeInteger(count) && (count as number) >= least) return;
  throw invalidArgument(`${what} must be an integer${least < 0 ? '' : ` of at least ${least}`}; got ${String(count)}`);
}
