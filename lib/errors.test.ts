import { describe, expect, it, vi } from 'vitest';
import { BigtabError, ERROR_KINDS, type ErrorCode, errorName } from './errors.js';

/** Codes that the model has no class for. */
const OUR_CODES: readonly string[] = [
  'STORAGE_UNAVAILABLE',
  'DATABASE_BUSY',
  'DATABASE_NEWER',
  'SCHEMA_MISMATCH',
  'VERSION_CONFLICT',
  'WORKER_START_FAILED',
  'WORKER_LOST',
  'OUTCOME_UNKNOWN',
  'CONNECTION_CLOSED',
  'SCANNER_CLOSED',
  'SNAPSHOT_EXPIRED',
  'CORRUPTION',
  'FORMAT_TOO_NEW',
  'QUOTA_EXCEEDED',
  'FENCED',
];

/** Classes whose code is another word than their name. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  IllegalArgumentException: 'INVALID_ARGUMENT',
  DoNotRetryIOException: 'INVALID_OPERATION',
  IllegalStateException: 'INVALID_STATE',
  WrongRowIOException: 'WRONG_ROW_IO',
  HBaseIOException: 'HBASE_IO',
  IOException: 'IO',
  HBaseException: 'HBASE',
  RetriesExhaustedWithDetailsException: 'BATCH_FAILED',
};

describe('BigtabError', () => {
  it('has the name of the class that its code comes from, or its own', () => {
    for (const code of Object.keys(ERROR_KINDS) as ErrorCode[]) {
      const { name } = new BigtabError(code, 'text');
      const words = name.replace(/Exception$/, '').replace(/(?<=.)(?=[A-Z])/g, '_');
      const expected = name === 'BigtabError' ? code : (OTHER_WORDS[name] ?? words.toUpperCase());
      expect(code).toBe(expected);
      expect(OUR_CODES.includes(code), code).toBe(name === 'BigtabError');
      expect(errorName(code)).toBe(name);
    }
  });

  it("has HBase's name where a namespace's quota is exceeded, and its own where the browser's is", () => {
    const full = new BigtabError('QUOTA_EXCEEDED', 'full', { details: { namespace: 'ns' } });
    const disk = new BigtabError('QUOTA_EXCEEDED', 'full', { details: { usage: 1 } });
    expect([full.name, disk.name]).toEqual(['QuotaExceededException', 'BigtabError']);
  });

  it('is recognised by another copy of the package', async () => {
    vi.resetModules();
    const copy = await import('./errors.js');
    expect(copy.BigtabError).not.toBe(BigtabError);
    const error = new BigtabError('TABLE_NOT_FOUND', 'none');
    expect(error instanceof copy.BigtabError).toBe(false);
    expect(copy.BigtabError.is(error)).toBe(true);
    expect([new Error('none'), { ...error }, null, undefined].map(copy.BigtabError.is)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
