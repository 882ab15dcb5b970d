import { expect, it } from 'vitest';
import { KNOWN_QUOTA_FAILURES } from '../../testing/crash/known-failures.js';
import { quotaSweep } from '../../testing/crash/quota-sweep.js';
import { fixedFailures, unknownFailures } from '../../testing/crash/sweep-result.js';

const MIB = 1024 * 1024;

it('Under every quota a database opens, is read, loses nothing, and can be made smaller', async () => {
  const result = await quotaSweep({ first: MIB / 2, last: 20 * MIB, step: (5 * MIB) / 2 });
  expect(unknownFailures(result, KNOWN_QUOTA_FAILURES)).toEqual([]);
  // Remove these from `lib/testing/crash/known-failures`.
  expect(fixedFailures(result, KNOWN_QUOTA_FAILURES)).toEqual([]);
}, 600_000);
