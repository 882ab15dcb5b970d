import { BigtabError } from 'bigtab';
import { describe, expect, it } from 'vitest';
import { Notices } from './notices.js';

describe('notices', () => {
  it('show an error as a sentence, with its code', async () => {
    const notices = new Notices();
    const error = new BigtabError('TABLE_NOT_FOUND', 'there is no table t');
    expect(await notices.attempt(() => Promise.reject(error))).toBeUndefined();
    expect(notices.failed.value).toEqual({ text: 'There is no table t.', code: 'TABLE_NOT_FOUND' });
  });

  it('show no error for work that was aborted on purpose', async () => {
    const notices = new Notices();
    expect(await notices.attempt(() => Promise.reject(AbortSignal.abort().reason))).toBeUndefined();
    expect(notices.failed.value).toBeNull();
  });

  it('return the result of the work', async () => {
    expect(await new Notices().attempt(async () => 7)).toBe(7);
  });

  it('leave a worker that has ended to the explorer, unless a write may be lost', () => {
    const notices = new Notices();
    notices.fail(new BigtabError('WORKER_LOST', 'the worker ended', { details: { outcome: 'none' } }));
    notices.fail(new BigtabError('CONNECTION_CLOSED', 'closed'));
    expect(notices.failed.value).toBeNull();
    notices.fail(new BigtabError('WORKER_LOST', 'the worker ended', { details: { outcome: 'unknown' } }));
    expect(notices.failed.value).toMatchObject({
      code: 'WORKER_LOST',
      text: expect.stringContaining('if not, repeat it'),
    });
  });

  it('escape characters that change the direction of the text after them', () => {
    const notices = new Notices();
    notices.say('Deleted a\u202Eb.');
    expect(notices.done.value?.text).toBe('Deleted a\\u202Eb.');
    notices.fail(new Error('no row a\u202Eb'));
    expect(notices.failed.value?.text).toBe('No row a\\u202Eb.');
  });

  it('replace an error with the next success', () => {
    const notices = new Notices();
    notices.fail(new Error('It failed!'));
    expect(notices.failed.value).toEqual({ text: 'It failed!' });
    notices.say('Done.');
    expect(notices.failed.value).toBeNull();
    expect(notices.done.value).toEqual({ text: 'Done.' });
  });
});
