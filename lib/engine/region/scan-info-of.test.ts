import { describe, expect, it } from 'vitest';
import { type FamilyAttributes, normalizeFamily } from '../../model/schema/family-descriptor.js';
import { scanInfoOf, settingLevels } from './scan-info-of.js';

const PURGE = 'hbase.hstore.time.to.purge.deletes';
const TABLE = { metadata: {}, configuration: {} };

describe('scanInfoOf', () => {
  it('returns the TTL in milliseconds, FOREVER as infinity (R-15)', () => {
    const ttlMs = (timeToLive: number): number => scanInfoOf(normalizeFamily({ name: 'f', timeToLive }), []).ttlMs;
    expect(ttlMs(60)).toBe(60_000);
    expect(ttlMs(2 ** 31 - 2)).toBe((2 ** 31 - 2) * 1000);
    expect(ttlMs(2 ** 31 - 1)).toBe(Number.POSITIVE_INFINITY);
  });

  it('reads the purge delay from the family, its table, the database (S-8, C-40)', () => {
    const delay = (family: Partial<FamilyAttributes>, table = TABLE, site = {}): number => {
      const descriptor = normalizeFamily({ name: 'f', ...family });
      return scanInfoOf(descriptor, settingLevels(descriptor, table, site)).timeToPurgeDeletesMs;
    };
    const site = { [PURGE]: '1' };
    const table = { metadata: {}, configuration: { [PURGE]: '2' } };
    expect(delay({})).toBe(0);
    expect(delay({}, TABLE, site)).toBe(1);
    expect(delay({}, table, site)).toBe(2);
    expect(delay({}, { ...table, metadata: { [PURGE]: '3' } }, site)).toBe(3);
    expect(delay({ configuration: { [PURGE]: '4' } }, table, site)).toBe(4);
    expect(delay({ configuration: { [PURGE]: '4' }, metadata: { [PURGE]: '5' } }, table, site)).toBe(5);
  });
});
