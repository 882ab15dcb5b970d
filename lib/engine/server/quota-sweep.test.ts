import { expect, it } from 'vitest';
import { quotaSweep } from '../../testing/crash/quota-sweep.js';
import { firstFailures } from '../../testing/crash/sweep-result.js';

const MIB = 1024 * 1024;

it('Under every quota a database opens, is read, loses nothing, and can be made smaller', async () => {
  const result = await quotaSweep({ first: MIB / 2, last: 20 * MIB, step: (5 * MIB) / 2 });
  expect(firstFailures(result)).toEqual([]);
}, 600_000);

it('Under a quota smaller than the reserve it opens, is read and loses nothing', async () => {
  const result = await quotaSweep({ first: MIB, last: (7 * MIB) / 2, step: MIB / 2 });
  expect(firstFailures(result)).toEqual([]);
}, 600_000);
