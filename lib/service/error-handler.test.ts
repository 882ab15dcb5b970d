import { describe, expect, it } from 'vitest';
import { BigtabError, errorToData } from '../errors.js';
import { errorFromData, fromHere } from './error-handler.js';

describe('errorToData', () => {
  it('keeps code, message, details and stack through JSON', () => {
    const error = new BigtabError('SCHEMA_MISMATCH', 'differs', { details: { differences: [{ family: 'f' }] } });
    const back = errorFromData(JSON.parse(JSON.stringify(errorToData(error))));
    expect(back).toMatchObject({
      name: 'BigtabError',
      code: 'SCHEMA_MISMATCH',
      message: 'differs',
      details: { differences: [{ family: 'f' }] },
    });
    expect((back.cause as Error).stack).toBe(error.stack);
  });

  it('reports an error that is not a BigtabError as an internal one', () => {
    expect(errorToData(new TypeError('x is not a function'))).toMatchObject({
      code: 'INVALID_OPERATION',
      message: 'Internal error: x is not a function',
      details: { internal: true },
    });
    expect(errorToData('a word')).toMatchObject({ code: 'INVALID_OPERATION', message: 'Internal error: a word' });
  });
});

describe('A failure of the medium', () => {
  it('arrives as STORAGE_UNAVAILABLE', () => {
    const failure = Object.assign(new Error('the disk is gone'), { name: 'UnknownError' });
    expect(errorToData(failure)).toMatchObject({
      code: 'STORAGE_UNAVAILABLE',
      message: 'The storage failed: the disk is gone',
      details: { reason: 'io-error' },
    });
  });
});

describe('fromHere', () => {
  it("sets the stack of an error to that of the call, preceded by the error's own text", async () => {
    const error = new BigtabError('TABLE_NOT_FOUND', 'no $& here');
    function theCallersFunction(): Promise<void> {
      return fromHere(() => Promise.reject(error));
    }
    await expect(theCallersFunction()).rejects.toBe(error);
    expect(error.stack).toContain('theCallersFunction');
    expect(error.stack?.split('\n')[0]).toBe('BigtabError: no $& here');
  });

  it('leaves every other thrown value unchanged, and returns the result of the work', async () => {
    const other = new Error('mine');
    const { stack } = other;
    await expect(fromHere(() => Promise.reject(other))).rejects.toBe(other);
    expect(other.stack).toBe(stack);
    await expect(fromHere(() => Promise.reject('reason'))).rejects.toBe('reason');
    expect(await fromHere(async () => 5)).toBe(5);
  });

  it('turns what the work throws synchronously into a rejection', async () => {
    const thrown = new Error('at once');
    await expect(
      fromHere(() => {
        throw thrown;
      }),
    ).rejects.toBe(thrown);
  });
});
