import { describe, expect, it } from 'vitest';
import { BigtabError } from '../errors.js';
import { atCall, errorFromData, errorToData } from './error-handler.js';

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

  it('names an error that is none of ours as an internal one', () => {
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

describe('atCall', () => {
  it('gives an error the stack of the call, headed by its own text', () => {
    function theCallersFunction(): Error {
      return new Error();
    }
    const site = theCallersFunction();
    const error = new BigtabError('TABLE_NOT_FOUND', 'no $& here');
    expect(atCall(error, site)).toBe(error);
    expect(error.stack).toContain('theCallersFunction');
    expect(error.stack?.split('\n')[0]).toBe('TableNotFoundException: no $& here');
  });

  it('leaves every other thrown value as it is', () => {
    const other = new Error('mine');
    const { stack } = other;
    expect(atCall(other, new Error())).toBe(other);
    expect(other.stack).toBe(stack);
    expect(atCall('reason', new Error())).toBe('reason');
  });
});
