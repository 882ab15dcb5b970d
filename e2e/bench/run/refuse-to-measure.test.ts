import { describe, expect, it } from 'vitest';
import { refuseAnother } from './measured-build.js';
import { refuseToMeasure } from './refuse-to-measure.js';

describe('refuseToMeasure', () => {
  it('accepts five rounds of a commit', () => {
    expect(() => refuseToMeasure(5, 'abc1234')).not.toThrow();
  });

  it('refuses a run whose results could not be published', () => {
    expect(() => refuseToMeasure(4, 'abc1234')).toThrow('--publish needs at least 5 rounds');
    expect(() => refuseToMeasure(5, 'abc1234 with uncommitted changes')).toThrow('the tree has uncommitted changes');
  });
});

describe('refuseAnother', () => {
  it('refuses a tree that changed during the build', () => {
    expect(() => refuseAnother('abc1234', 'abc1234')).not.toThrow();
    expect(() => refuseAnother('abc1234', 'abc1234 with uncommitted changes')).toThrow(
      'the tree was commit abc1234 and is now commit abc1234 with uncommitted changes',
    );
  });
});
