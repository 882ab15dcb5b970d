import type { ExportLines } from '../../backup/export-lines.js';
import { notAllowed } from '../../bytes/kind.js';
import { readLiteral } from '../../model/literal.js';
import { type TimestampLike, toTimestamp } from '../../model/timestamp.js';
import type { ExportOrder } from '../../service/control-methods.js';
import { type CallOptions, checkProgress, checkSignal } from '../calls/call-options.js';
import type { Closeable, Session } from '../calls/session.js';
import type { ByteStream } from './byte-stream.js';
import { asOwn, loadBackup, portOf } from './load-backup.js';

/** The options of `exportStream`. */
export interface ExportOptions extends CallOptions {
  /** The names of the tables. Default: all. */
  readonly tables?: readonly string[] | undefined;
  /** Leaves out all cells and markers with a later timestamp. Default: none. */
  readonly asOf?: TimestampLike | undefined;
  /** Exports the table of this snapshot as it was then. Not with `tables` or `since`. Default: none. */
  readonly snapshot?: string | undefined;
  /** The token in the last line of an earlier export: leaves out what that one has. Default: none. */
  readonly since?: string | undefined;
}

/** Implements `Connection.exportStream`. */
export function exportStream(session: Session, options: ExportOptions): ByteStream {
  return openExport(session, options).stream;
}

/** A stream, and what is known of it when it was read. */
export interface OpenedExport {
  readonly stream: ByteStream;
  readonly source: { readonly token: string | null };
}

/** Throws INVALID_ARGUMENT and CONNECTION_CLOSED. */
export function openExport(session: Session, options: ExportOptions): OpenedExport {
  session.checkOpen();
  const source = new ExportSource(session, readOrder(options), options);
  const stream = new ReadableStream<Uint8Array>(
    {
      start: (controller) => source.start(controller),
      pull: (controller) => source.pull(controller),
      cancel: () => source.end(),
    },
    { highWaterMark: 0 },
  );
  return { stream: stream as ByteStream, source };
}

/** Throws INVALID_ARGUMENT. */
function readOrder(options: ExportOptions): ExportOrder {
  const names = ['tables', 'asOf', 'since', 'snapshot', 'signal', 'onProgress'] as const;
  const { tables, asOf, since, snapshot, signal, onProgress } = readLiteral<ExportOptions>(
    options,
    'set of options',
    names,
  );
  // An aborted signal is an error of the stream.
  checkSignal(signal as CallOptions['signal']);
  checkProgress(onProgress as CallOptions['onProgress']);
  if (tables !== undefined && !(Array.isArray(tables) && tables.every((name) => typeof name === 'string')))
    throw notAllowed('tables', 'a list of table names', tables);
  if (since !== undefined && typeof since !== 'string') throw notAllowed('since', 'the token of an export', since);
  if (since !== undefined && asOf !== undefined)
    throw notAllowed('asOf', 'left out if since is given, because an increment has everything that was written', asOf);
  if (snapshot !== undefined && typeof snapshot !== 'string')
    throw notAllowed('snapshot', 'the name of a snapshot', snapshot);
  if (snapshot !== undefined && (tables !== undefined || since !== undefined))
    throw notAllowed('snapshot', 'left out if tables or since are given', snapshot);
  return {
    ...(snapshot !== undefined && { snapshot }),
    ...(tables !== undefined && { tables }),
    ...(asOf !== undefined && { asOf: toTimestamp(asOf) }),
    ...(since !== undefined && { since }),
  };
}

/** What the stream reads. The stream refers to it, and nothing else does for long. */
class ExportSource implements Closeable {
  readonly #session: Session;
  readonly #order: ExportOrder;
  readonly #options: CallOptions;
  readonly #reference: WeakRef<ExportSource>;
  #lines: ExportLines | null = null;
  #fail: (reason: unknown) => void = () => {};
  #stopListening: () => void = () => {};
  #ended = false;

  constructor(session: Session, order: ExportOrder, options: CallOptions) {
    this.#session = session;
    this.#order = order;
    this.#options = options;
    this.#reference = new WeakRef(this);
  }

  get token(): string | null {
    return this.#lines?.token ?? null;
  }

  start(controller: StreamController): void {
    const reference = this.#reference;
    this.#fail = (reason) => controller.error(reason);
    this.#session.open.add(reference);
    this.#session.collected.register(this, reference);
    const { signal } = this.#options;
    // A signal may live longer than the stream, which must not keep its export then.
    const abort = (): void => void reference.deref()?.stop(signal?.reason);
    signal?.addEventListener('abort', abort);
    this.#stopListening = () => signal?.removeEventListener('abort', abort);
    if (signal?.aborted) this.stop(signal.reason);
  }

  async pull(controller: StreamController): Promise<void> {
    try {
      const bytes = await this.#session.run(async () => {
        this.#lines ??= await this.#begin();
        return this.#lines.next();
      });
      if (this.#ended) return;
      if (bytes !== null) return controller.enqueue(bytes);
      this.#forget();
      controller.close();
    } catch (error) {
      if (this.#ended) return;
      await this.end();
      throw asOwn(error);
    }
  }

  /** Called when the connection closes. */
  close(): Promise<void> {
    return this.stop(this.#session.closedError());
  }

  /** Releases what the engine keeps. Never rejects. */
  async end(): Promise<void> {
    this.#forget();
    await this.#lines?.end().catch(() => {});
  }

  async #begin(): Promise<ExportLines> {
    const { ExportLines, RENEW_MS } = await loadBackup();
    const { onProgress } = this.#options;
    const lines = await ExportLines.begin(portOf(this.#session), this.#order, (progress) =>
      onProgress?.({ ...progress, unit: 'cells' }),
    );
    renewLater(this.#session, this.#reference, lines, RENEW_MS);
    // It was ended while it began.
    if (this.#ended) lines.end().catch(() => {});
    return lines;
  }

  stop(reason: unknown): Promise<void> {
    if (this.#ended) return Promise.resolve();
    const ended = this.end();
    this.#fail(reason);
    return ended;
  }

  #forget(): void {
    this.#ended = true;
    this.#stopListening();
    this.#session.open.delete(this.#reference);
  }

  get hasEnded(): boolean {
    return this.#ended;
  }
}

interface StreamController {
  enqueue(chunk: Uint8Array): void;
  close(): void;
  error(reason: unknown): void;
}

/** Keeps the engine's part while the stream exists, and ends it when the stream was collected. */
function renewLater(session: Session, source: WeakRef<ExportSource>, lines: ExportLines, ms: number): void {
  session.clock.after(ms, () => {
    const isLeft = source.deref();
    if (session.closed || isLeft?.hasEnded) return;
    if (isLeft === undefined) {
      lines.end().catch(() => {});
      return;
    }
    lines.renew().catch(() => {});
    renewLater(session, source, lines, ms);
  });
}
