import type { CompactHow } from '../../service/control-methods.js';
import type { CallOptions, Progress } from './call-options.js';
import type { Closeable, Session } from './session.js';

/**
 * Runs a compaction and waits for its end. An aborted signal or the end of the connection cancels it; the call rejects
 * when the engine has ended it.
 */
export async function runCompaction(
  session: Session,
  table: string,
  family: Uint8Array | null,
  how: CompactHow,
  { signal, onProgress }: CallOptions,
): Promise<void> {
  const token = session.token();
  const running: Closeable = { close: () => session.control('alone', 'endCompaction', token) };
  const reference = new WeakRef(running);
  // This also keeps `running` alive, because the reference to it is weak.
  const abort = (): void => {
    running.close().catch(() => {});
    session.leave(ended);
  };
  const ended = session.control('alone', 'compact', table, family, { ...how, token });
  session.open.add(reference);
  signal?.addEventListener('abort', abort);
  try {
    const watching = onProgress === undefined ? Promise.resolve() : watch(session, token, onProgress);
    // It is awaited below, unless the compaction fails.
    watching.catch(() => {});
    const total = await ended;
    await watching;
    if (signal?.aborted === true) throw signal.reason;
    onProgress?.({ done: total, total, unit: 'cells' });
  } catch (error) {
    if (signal?.aborted === true) throw signal.reason;
    // A compaction that was cancelled by the end of the connection rejects with CONNECTION_CLOSED.
    session.checkOpen();
    throw error;
  } finally {
    signal?.removeEventListener('abort', abort);
    session.open.delete(reference);
  }
}

async function watch(session: Session, token: string, onProgress: (progress: Progress) => void): Promise<void> {
  for (let seen = 0; ; ) {
    const progress = await session.control('alone', 'compactionProgress', token, seen);
    // The engine answers null at the end, which arrives as undefined.
    if (progress == null) return;
    seen = progress.done;
    onProgress({ ...progress, unit: 'cells' });
  }
}
