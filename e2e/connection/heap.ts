import type { CDPSession } from 'playwright/test';

/** The heap of a page, in bytes, after its garbage was collected. */
export async function heapOf(session: CDPSession): Promise<number> {
  // The first one may leave what only finalizers hold.
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}

/** Makes a function that returns the same for the page's worker. REQUIRES that the page has one. */
export async function workerHeap(session: CDPSession): Promise<() => Promise<number>> {
  const attached = new Promise<string>((resolve) => {
    session.once('Target.attachedToTarget', ({ sessionId }) => resolve(sessionId));
  });
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  const sessionId = await attached;
  let last = 0;
  const ask = async (method: string): Promise<{ readonly usedSize: number }> => {
    const id = ++last;
    const answer = new Promise<{ readonly usedSize: number }>((resolve) => {
      const hear = ({ message }: { readonly message: string }) => {
        const { id: answered, result } = JSON.parse(message);
        if (answered !== id) return;
        session.off('Target.receivedMessageFromTarget', hear);
        resolve(result);
      };
      session.on('Target.receivedMessageFromTarget', hear);
    });
    await session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) });
    return answer;
  };
  return async () => {
    await ask('HeapProfiler.collectGarbage');
    await ask('HeapProfiler.collectGarbage');
    return (await ask('Runtime.getHeapUsage')).usedSize;
  };
}
