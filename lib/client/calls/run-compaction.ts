import type { CompactHow } from '../../service/control-methods.js';
import type { CallOptions, Progress } from './call-options.js';
import type { Closeable, Session } from './session.js';

/**
 * Asks for a compaction and waits for its end. An aborted signal and the end of the connection give it up; the call rejects when the engine
 * has let go of it.
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
  // Holds what is held weakly, too.
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
    // What the end of the connection gave up says so.
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
    // What the engine gives as null arrives so.
    if (progress == null) return;
    seen = progress.done;
    onProgress({ ...progress, unit: 'cells' });
  }
}
