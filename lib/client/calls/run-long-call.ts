import type { CallOptions, Progress } from './call-options.js';
import type { Closeable, Session } from './session.js';

/** The result of a call, and its final progress. */
export interface Ended<T> {
  readonly result: T;
  readonly total: number;
  readonly unit: Progress['unit'];
}

/**
 * Runs a call that the engine knows by a token, and waits for its end; `start` resolves to its result and its final
 * progress. An aborted signal or the end of the connection cancels it; the call rejects when the engine has ended it.
 */
export async function runLongCall<T>(
  session: Session,
  start: (token: string) => Promise<Ended<T>>,
  { signal, onProgress }: CallOptions,
): Promise<T> {
  const token = session.token();
  const running: Closeable = { close: () => session.control('alone', 'endCall', token) };
  const reference = new WeakRef(running);
  // This also keeps `running` alive, because the reference to it is weak.
  const abort = (): void => {
    running.close().catch(() => {});
    session.leave(ended);
  };
  const ended = start(token);
  session.open.add(reference);
  signal?.addEventListener('abort', abort);
  try {
    const watching = onProgress === undefined ? Promise.resolve() : watch(session, token, onProgress);
    // It is awaited below, unless the call fails.
    watching.catch(() => {});
    const { result, total, unit } = await ended;
    await watching;
    if (signal?.aborted === true) throw signal.reason;
    onProgress?.({ done: total, total, unit });
    return result;
  } catch (error) {
    if (signal?.aborted === true) throw signal.reason;
    // A call that was cancelled by the end of the connection rejects with CONNECTION_CLOSED.
    session.checkOpen();
    throw error;
  } finally {
    signal?.removeEventListener('abort', abort);
    session.open.delete(reference);
  }
}

async function watch(session: Session, token: string, onProgress: (progress: Progress) => void): Promise<void> {
  for (let seen = 0; ; ) {
    const progress = await session.control('alone', 'progressOf', token, seen);
    // The engine answers null at the end, which arrives as undefined.
    if (progress == null) return;
    const { step, ...told } = progress;
    seen = step;
    onProgress(told);
  }
}
