import { notAllowed } from '../bytes/kind.js';
import { BigtabError } from '../errors.js';
import { Append, validateAppend } from '../model/append.js';
import { Increment, validateIncrement } from '../model/increment.js';
import { readLiteral } from '../model/literal.js';
import { type RowMutation, type RowMutationLike, toRowMutation } from '../model/row-mutations.js';
import { withoutDefault } from '../model/schema/table-name.js';
import { validatePut } from '../model/validate-put.js';
import { batchFailed, type FailureCause, failureCause } from './calls/batch-failed.js';
import { checkCount } from './calls/check-count.js';
import { inTable } from './calls/in-table.js';
import { eachOf } from './calls/list-call.js';
import { MutationBuffer, type MutationPart, sendPart } from './calls/mutation-buffer.js';
import { type RequestFormat, UNCHANGED } from './calls/request-format.js';
import type { Session } from './calls/session.js';

/** The parameters of `getBufferedMutator`. HBase: `BufferedMutatorParams`. */
export interface BufferedMutatorLike {
  readonly tableName: string;
  /** The buffer is sent when its mutations have more bytes than this. Default 2 MiB. */
  readonly writeBufferSize?: number | undefined;
  /** The buffer is sent when it contains this number of mutations. Default 0: no limit. */
  readonly maxMutations?: number | undefined;
  /** The largest cell of a Put, in bytes; 0 or less: no limit. Default: the limit of other Puts. @see N-34 */
  readonly maxKeyValueSize?: number | undefined;
  /** The buffer is sent this number of milliseconds after its first mutation was added. Default 0: no time limit. */
  readonly writeBufferPeriodicFlushTimeoutMs?: number | undefined;
  /** Called with BATCH_FAILED when mutations failed; then `flush` and `close` do not reject because of them. */
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
 * Collects mutations of one table on the page and sends them in groups. Mutations in the buffer are not durable, not
 * visible and not ordered with other writes; they are sent in the order in which they were added. Each mutation is
 * atomic on its own. Closing the connection closes the mutator. HBase: `BufferedMutator`.
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
  private readonly format: RequestFormat;
  private readonly buffer: MutationBuffer;
  private readonly held: { deref(): { close(): Promise<void> } };
  private periodicFlushTimeoutMs: number;
  private cancelTimer: (() => void) | null = null;
  /** Resolves when a long list has been added, which takes several turns; later calls wait for it. */
  private taking: Promise<void> | null = null;
  /** Resolves when everything sent so far is answered. Never rejects. */
  private sending: Promise<unknown> = Promise.resolve();
  private causes: FailureCause[] = [];
  /** The number of mutations sent, and of those that were reported. */
  private sent = 0;
  private reported = 0;
  /** The error with which the next `flush` or `close` rejects: the engine was lost, or the listener threw. */
  private failure: { readonly error: unknown } | null = null;
  private closed = false;

  /** Throws INVALID_ARGUMENT, which names the wrong parameter. */
  constructor(session: Session, given: string | BufferedMutatorLike, format: RequestFormat = UNCHANGED) {
    const params = readParams(typeof given === 'string' ? { tableName: given } : given);
    this.session = session;
    this.params = params;
    this.format = format;
    this.buffer = new MutationBuffer(params.tableName);
    this.periodicFlushTimeoutMs = params.writeBufferPeriodicFlushTimeoutMs ?? 0;
    this.held = { deref: () => ({ close: () => this.end() }) };
    session.open.add(this.held);
  }

  /** The table's name. */
  getName(): string {
    return this.params.tableName;
  }

  /** The buffer is sent when it exceeds this number of bytes. */
  getWriteBufferSize(): number {
    return this.params.writeBufferSize ?? DEFAULT_BUFFER_BYTES;
  }

  /** The number of milliseconds after which the buffer is sent automatically; 0 = never. */
  getWriteBufferPeriodicFlushTimeoutMs(): number {
    return this.periodicFlushTimeoutMs;
  }

  /** Changes the parameter `writeBufferPeriodicFlushTimeoutMs` from now on; 0 switches it off. */
  setWriteBufferPeriodicFlush(timeoutMs: number): void {
    checkCount('timeoutMs', timeoutMs, 0);
    this.periodicFlushTimeoutMs = timeoutMs;
    this.stopTimer();
    this.startTimer();
  }

  /**
   * Adds a Put, Delete, Increment or Append, or a list of them, which you may change afterwards. If the buffer is full,
   * sends it and resolves when everything sent earlier is answered, so a caller that awaits each call never has more
   * than two buffers in memory. Rejects with INVALID_ARGUMENT for a Put that has no cells or a cell that is too large,
   * and then adds none of the list; with INVALID_STATE after `close`.
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
   * Sends the buffer and resolves when everything is answered. Without a listener, rejects with BATCH_FAILED if some
   * mutations failed since the last report: the others are applied, and the failures are not reported again. The
   * `index` of a cause is its position among all mutations added to this mutator, counted from 0. Rejects with
   * INVALID_STATE after `close`.
   *
   * @see W-68
   */
  flush(): Promise<void> {
    return this.session.run(() => {
      this.checkOpen();
      return this.finish();
    });
  }

  /** Like `flush`, but also refuses further mutations. A second call does nothing. */
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

  /** Checks the complete list, then adds it; a short list is added before the call returns. */
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
    const mutation = toRowMutation(this.format.request(like));
    const { kind } = mutation;
    if (kind === 'Put') validatePut(mutation, this.params.maxKeyValueSize ?? this.session.maxCellSize);
    // Their results are not used.
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

  /** Sends the contents of the buffer. */
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

  /** Reports the failures since the last report, and forgets them. */
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
