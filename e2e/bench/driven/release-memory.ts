import type { Page } from 'playwright/test';

/**
 * Makes a function that has every process of the browser free the memory it does not need. Workers, in which most
 * stores run, are notified of memory pressure. The browser's own pages, such as the list below its address bar, are
 * not, so each one is collected explicitly. What they would otherwise collect at some later time is more memory than a
 * small store uses.
 */
export async function memoryReleaser(page: Page): Promise<() => Promise<void>> {
  const ofPage = await page.context().newCDPSession(page);
  const ofBrowser = await page.context().browser()?.newBrowserCDPSession();
  const { targetInfos } = (await ofBrowser?.send('Target.getTargets', { filter: [{}] })) ?? { targetInfos: [] };
  const sessions: string[] = [];
  for (const { type, targetId } of targetInfos) {
    if (type !== 'browser_ui') continue;
    const attached = await ofBrowser?.send('Target.attachToTarget', { targetId, flatten: false });
    if (attached !== undefined) sessions.push(attached.sessionId);
  }
  const message = JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' });
  return async () => {
    await ofPage.send('Memory.simulatePressureNotification', { level: 'critical' });
    await page.requestGC();
    for (const sessionId of sessions) await ofBrowser?.send('Target.sendMessageToTarget', { sessionId, message });
  };
}
