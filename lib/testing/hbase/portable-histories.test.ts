import { describe, expect, it } from 'vitest';
import type { Step } from '../vectors/history.js';
import { portableHistory } from './portable-histories.js';

const AT = 1000;

function portable(step: object, family: object = {}): unknown {
  const history = { id: 'a', table: { families: [{ NAME: 'f', ...family }] }, steps: [{ at: AT, ...step } as Step] };
  return portableHistory(history)?.steps[0] ?? null;
}

describe('a history over a cluster', () => {
  it('names the time of each write that the server would assign', () => {
    const cells = [
      ['f', 'q', 'LATEST', 'v'],
      ['f', 'q', 5, 'v'],
    ];
    expect(portable({ op: 'put', row: 'r', cells })).toMatchObject({
      cells: [
        ['f', 'q', AT, 'v'],
        ['f', 'q', 5, 'v'],
      ],
    });
    const what = [
      ['family', 'f'],
      ['columns', 'f', 'q', 7],
      ['columns', 'f', 'q'],
    ];
    expect(portable({ op: 'delete', row: 'r', what })).toMatchObject({
      ts: AT,
      what: [
        ['family', 'f', AT],
        ['columns', 'f', 'q', 7],
        ['columns', 'f', 'q', AT],
      ],
    });
    expect(portable({ op: 'delete', row: 'r', what: [] })).toMatchObject({ ts: AT, what: [] });
  });

  it('is left out if only the server can know a time', () => {
    expect(portable({ op: 'delete', row: 'r', what: [['column', 'f', 'q']] })).toBe(null);
    expect(portable({ op: 'increment', row: 'r', amounts: [['f', 'q', '1']] })).toBe(null);
    const put = { op: 'put', cells: [['f', 'q', 'LATEST', 'v']] };
    const condition = { family: 'f', qualifier: 'q', absent: true };
    // biome-ignore lint/suspicious/noThenProperty: the name of the field in a history.
    expect(portable({ op: 'checkAndMutate', row: 'r', condition, then: put })).toBe(null);
  });

  it('is left out if it needs a flush, or cells that expire', () => {
    expect(portable({ op: 'flush' })).toBe(null);
    expect(portable({ op: 'put', row: 'r', ttl: 10, cells: [['f', 'q', 5, 'v']] })).toBe(null);
    expect(portable({ op: 'get', row: 'r' }, { TTL: '10' })).toBe(null);
    expect(portable({ op: 'get', row: 'r' })).not.toBe(null);
  });
});
