import { describe, expect, it } from 'vitest';
import { knownStoresText } from './known-stores.js';
import { ratiosOf } from './ratios.js';
import { summarize } from './summary.js';
import { besidePeers, roundsOf } from './synthetic-lines.js';

const SUMMARY = summarize([
  ...besidePeers('get-256', [400, 400, 400], [200, 200, 200]),
  ...besidePeers('get-256-cold', [300, 300, 300], [600, 600, 600]),
  ...besidePeers('get-single', [100, 90, 110], [50, 50, 50]),
]);

describe('the comparison with IndexedDB and SQLite', () => {
  const text = knownStoresText(SUMMARY, ratiosOf(SUMMARY).ratios);

  it('is counted over all figures with a ratio', () => {
    expect(text).toMatch(/^Compared with a single store, Bigtab's median is better than that of idb in 3 of 3 figures/);
    expect(text).toContain('and better than that of SQLite in 2 of 3 figures:');
  });

  it('is shown in numbers for the most common operations of an app', () => {
    expect(text).toContain('| W3 gets, one await each, warm (gets/s) | 100 (90 to 110) | ');
    expect(text).toContain('| W3 gets, 256 in flight, warm (gets/s) | 400 (400 to 400) | ');
    expect(text).not.toContain('cold');
  });

  it('is left out if no figure has a ratio', () => {
    const alone = summarize(roundsOf('bigtab', 'get-256', [400, 400, 400]));
    expect(knownStoresText(alone, ratiosOf(alone).ratios)).toBe('');
  });
});
