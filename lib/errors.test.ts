import { describe, expect, it, vi } from 'vitest';
import { BigtabError, ERROR_KINDS, type ErrorCode, hbaseNameOf } from './errors.js';

/** Codes without a class in the model. */
const OUR_CODES: readonly string[] = [
  'CONDITION_FAILED',
  'CONFLICT',
  'STORAGE_UNAVAILABLE',
  'STORAGE_CLEARED',
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

/** Classes whose code is not derived from their name. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  IllegalArgumentException: 'INVALID_ARGUMENT',
  DoNotRetryIOException: 'INVALID_OPERATION',
  IllegalStateException: 'INVALID_STATE',
  WrongRowIOException: 'WRONG_ROW_IO',
  HBaseIOException: 'HBASE_IO',
  IOException: 'IO',
  HBaseException: 'HBASE',
  RetriesExhaustedWithDetailsException: 'BATCH_FAILED',
  SnapshotTTLExpiredException: 'SNAPSHOT_TTL_EXPIRED',
};

describe('BigtabError', () => {
  it('is called BigtabError', () => {
    for (const code of Object.keys(ERROR_KINDS) as ErrorCode[]) {
      const error = new BigtabError(code, 'text');
      expect([error.name, String(error)]).toEqual(['BigtabError', 'BigtabError: text']);
    }
  });

  it('has the name of the HBase class from which its code is derived, or null', () => {
    for (const code of Object.keys(ERROR_KINDS) as ErrorCode[]) {
      const { hbaseName } = new BigtabError(code, 'text');
      expect(hbaseName === null, code).toBe(OUR_CODES.includes(code));
      expect(hbaseNameOf(code)).toBe(hbaseName);
      if (hbaseName === null) continue;
      const words = hbaseName.replace(/Exception$/, '').replace(/(?<=.)(?=[A-Z])/g, '_');
      expect(code).toBe(OTHER_WORDS[hbaseName] ?? words.toUpperCase());
    }
  });

  it("has HBase's name if a namespace's quota is exceeded, and none if it is the browser's", () => {
    const full = new BigtabError('QUOTA_EXCEEDED', 'full', { details: { namespace: 'ns' } });
    const disk = new BigtabError('QUOTA_EXCEEDED', 'full', { details: { usage: 1 } });
    expect([full.hbaseName, disk.hbaseName]).toEqual(['QuotaExceededException', null]);
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
