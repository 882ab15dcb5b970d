import { BigtabError } from 'bigtab';
import { describe, expect, it } from 'vitest';
import { Notices } from './notices.js';

describe('notices', () => {
  it('show an error as a sentence, with its code', async () => {
    const notices = new Notices();
    const error = new BigtabError('TABLE_NOT_FOUND', 'there is no table t');
    expect(await notices.attempt(() => Promise.reject(error))).toBe(false);
    expect(notices.failed.value).toEqual({ text: 'There is no table t.', code: 'TABLE_NOT_FOUND' });
  });

  it('do not call it an error when someone gave up on purpose', async () => {
    const notices = new Notices();
    expect(await notices.attempt(() => Promise.reject(AbortSignal.abort().reason))).toBe(false);
    expect(notices.failed.value).toBeNull();
  });

  it('replace what went wrong by what was done', () => {
    const notices = new Notices();
    notices.fail(new Error('It failed!'));
    expect(notices.failed.value).toEqual({ text: 'It failed!' });
    notices.say('Done.');
    expect(notices.failed.value).toBeNull();
    expect(notices.done.value).toEqual({ text: 'Done.' });
  });
});
