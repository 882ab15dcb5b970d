import { describe, expect, it } from 'vitest';
import { processIn, type TraceEvent } from './tab-process.js';

const PAGE = 'http://127.0.0.1:1/';

function started(...frames: NonNullable<TraceEvent['args']['data']>['frames'] & object): TraceEvent {
  return { name: 'TracingStartedInBrowser', args: { data: { frames } } };
}

describe('processIn', () => {
  it('finds the process of the page among the processes of other pages', () => {
    const other: TraceEvent = { name: 'FrameCommittedInBrowser', args: {} };
    const events = [
      other,
      started({ url: 'chrome://omnibox-popup.top-chrome/', processId: 3 }, { url: PAGE, processId: 4 }),
    ];
    expect(processIn(events, PAGE)).toBe(4);
  });

  it('throws if the trace does not name exactly one process', () => {
    expect(() => processIn([], PAGE)).toThrow('the trace names no process');
    expect(() => processIn([started({ url: PAGE })], PAGE)).toThrow('the trace names no process');
    const two = started({ url: PAGE, processId: 4 }, { url: PAGE, processId: 5 });
    expect(() => processIn([two], PAGE)).toThrow('the trace names several processes');
  });
});
