import { describe, expect, it } from 'vitest';
import { numbersOf } from './role-line.js';

describe('the line about the role of a page', () => {
  it('has the number of tabs and the number of the leader', () => {
    expect(numbersOf({ role: 'leader', epoch: 3 }, 1)).toBe('1 tab · epoch 3');
    expect(numbersOf({ role: 'follower', epoch: 3 }, 2)).toBe('2 tabs · epoch 3');
  });

  it('has no number of tabs while there is no engine', () => {
    expect(numbersOf({ role: 'seeking', epoch: 3 }, 2)).toBe('epoch 3');
  });
});
