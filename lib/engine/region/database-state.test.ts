import { describe, expect, it } from 'vitest';
import { DatabaseState } from './database-state.js';

describe('The state of a database', () => {
  it('is open at first, and reports each change once', () => {
    const state = new DatabaseState();
    const seen: unknown[] = [];
    state.onChanged = () => seen.push([state.name, state.reason]);
    expect([state.name, state.reason]).toEqual(['open', null]);
    state.checkWritable();
    state.becomes('degraded', 'IndexedDB cannot be opened.');
    state.becomes('degraded', 'IndexedDB cannot be opened.');
    state.checkWritable();
    state.becomes('read-only', 'The device is full.');
    state.becomes('open');
    expect(seen).toEqual([
      ['degraded', 'IndexedDB cannot be opened.'],
      ['read-only', 'The device is full.'],
      ['open', null],
    ]);
  });

  it('refuses writes with its reason while it is read-only', () => {
    const state = new DatabaseState();
    state.becomes('read-only', 'The device is full.');
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
    state.becomes('full', 'The device is full.', 100);
    expect(state.acceptsAll).toBe(false);
    state.checkWritable();
    state.checkAccepts('markers');
    expect(() => state.checkAccepts('cells')).toThrowError(
      expect.objectContaining({ code: 'QUOTA_EXCEEDED', message: 'The device is full.' }),
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
