import { describe, expect, it } from 'vitest';
import { DatabaseState } from './database-state.js';

describe('The state of a database', () => {
  it('is open at first, and reports each change once', () => {
    const state = new DatabaseState();
    const seen: unknown[] = [];
    state.onChanged = () => seen.push([state.name, state.reason]);
    expect([state.name, state.reason]).toEqual(['open', null]);
    state.checkWritable();
    state.becomesDegraded('IndexedDB cannot be opened.');
    state.becomesDegraded('IndexedDB cannot be opened.');
    state.checkWritable();
    state.ends('degraded');
    expect(seen).toEqual([
      ['degraded', 'IndexedDB cannot be opened.'],
      ['open', null],
    ]);
  });

  it('is the worst of the limits that apply', () => {
    const state = new DatabaseState();
    const seen: unknown[] = [];
    state.onChanged = () => seen.push(state.name);
    state.becomesFull({ bytes: 100 });
    state.becomesDegraded('IndexedDB cannot be opened.');
    state.becomesReadOnly('IndexedDB does not answer.');
    expect([state.is('full'), state.reason]).toEqual([true, 'IndexedDB does not answer.']);
    state.ends('read-only');
    state.ends('full');
    state.ends('degraded');
    expect(seen).toEqual(['full', 'read-only', 'full', 'degraded', 'open']);
  });

  it('refuses writes with its reason while it is read-only', () => {
    const state = new DatabaseState();
    state.becomesReadOnly('The device is full.');
    const refusal = expect.objectContaining({
      code: 'INVALID_OPERATION',
      message: 'The database is read-only. The device is full.',
    });
    expect(() => state.checkWritable()).toThrowError(refusal);
    expect(() => state.checkAccepts('markers')).toThrowError(refusal);
    state.checkAccepts('nothing');
  });

  it('refuses everything except deletes while it is full', () => {
    const state = new DatabaseState();
    state.becomesFull({ bytes: 800 / 3 });
    expect(state.acceptsAll).toBe(false);
    state.checkWritable();
    state.checkAccepts('markers');
    expect(() => state.checkAccepts('cells')).toThrowError(
      expect.objectContaining({ code: 'QUOTA_EXCEEDED', message: expect.stringContaining('The device is full') }),
    );
    state.logged(99);
    state.checkAccepts('markers');
    state.logged(1);
    expect(() => state.checkAccepts('markers')).toThrowError(
      expect.objectContaining({ code: 'QUOTA_EXCEEDED', message: expect.stringContaining('used up') }),
    );
    state.checkAccepts('nothing');
  });
});
