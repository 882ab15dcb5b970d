import type { Page } from 'playwright/test';

/** An event of a trace, with only the fields used here. */
export interface TraceEvent {
  readonly name: string;
  readonly args: { readonly data?: { readonly frames?: readonly TracedFrame[] } };
}

interface TracedFrame {
  readonly processId?: number;
  readonly isOutermostMainFrame?: boolean;
  readonly url: string;
}

/**
 * The id of the process that runs a page and its workers. A browser runs more processes of that kind: for its own
 * pages, and a spare one for the next tab. Only a trace names the process of each page.
 */
export async function processOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline'], excludedCategories: ['*'] },
  });
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  return processIn(events, page.url());
}

/** The process of the page at this address. Throws unless the trace names exactly one. */
export function processIn(events: readonly TraceEvent[], url: string): number {
  const frames = events
    .filter(({ name }) => name === 'TracingStartedInBrowser')
    .flatMap(({ args }) => args.data?.frames ?? [])
    .filter((frame) => frame.url === url && frame.isOutermostMainFrame !== false);
  const [found, ...others] = new Set(frames.map(({ processId }) => processId));
  if (found === undefined || others.length > 0) {
    throw new Error(`the trace names ${others.length > 0 ? 'several processes' : 'no process'} for ${url}`);
  }
  return found;
}
