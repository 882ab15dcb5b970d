import { describe, expect, it } from 'vitest';
import type { OpenScan, Region } from '../region/region.js';
import { ManualClock } from '../testing/manual-clock.js';
import { LEASE_MS, type LeasedScanner, ScannerLeases } from './scanner-leases.js';

function bench(limit = 10) {
  const clock = new ManualClock();
  const leases = new ScannerLeases(clock, limit);
  const closed: number[] = [];
  const keep = (): LeasedScanner => {
    const id = leases.takeId();
    const scan: OpenScan = { scanner: {} as OpenScan['scanner'], close: () => closed.push(id) };
    const region = {} as Region;
    const scanner = { id, region, scan, familyNames: [], batchBytes: 1, rowsLeft: 1, caching: 1 };
    leases.keep(scanner);
    return scanner;
  };
  return { clock, leases, closed, keep };
}

describe('ScannerLeases', () => {
  it('hands a scanner out for one batch at a time', () => {
    const { leases, keep } = bench();
    const scanner = keep();
    expect(leases.take(1)).toBe(scanner);
    expect(() => leases.take(1)).toThrow(expect.objectContaining({ code: 'SCANNER_CLOSED' }));
    leases.keep(scanner);
    expect(leases.take(1)).toBe(scanner);
  });

  it('ends above its limit the one that was idle for longest', () => {
    const { leases, closed, keep } = bench(2);
    const first = keep();
    keep();
    leases.keep(leases.take(first.id));
    keep();
    expect(closed).toEqual([2]);
    expect([leases.open, leases.expired]).toEqual([2, 1]);
    expect(() => leases.take(2)).toThrow(expect.objectContaining({ code: 'SCANNER_CLOSED' }));
  });

  it('ends on demand the one that was idle for longest, until none is open', () => {
    const { leases, closed, keep } = bench();
    keep();
    keep();
    expect([leases.endOldest(), leases.endOldest(), leases.endOldest()]).toEqual([true, true, false]);
    expect(closed).toEqual([1, 2]);
  });

  it('ends a scanner that nobody asks for 60 s; each batch renews the lease (R-94)', () => {
    const { clock, leases, closed, keep } = bench();
    const idle = keep();
    const busy = keep();
    for (let passed = 0; passed < 2 * LEASE_MS; passed += LEASE_MS / 2) {
      clock.advance(LEASE_MS / 2);
      leases.keep(leases.take(busy.id));
    }
    expect(closed).toEqual([idle.id]);
    expect([leases.open, leases.expired]).toEqual([1, 1]);
  });

  it('closes each scanner once, and knows nothing of one that is closed', () => {
    const { leases, closed, keep } = bench();
    keep();
    leases.close(1);
    leases.close(1);
    leases.close(99);
    expect(closed).toEqual([1]);
    expect(leases.expired).toBe(0);
  });

  it('leaves no timer behind when all are closed', () => {
    const { clock, leases, closed, keep } = bench();
    keep();
    keep();
    expect(clock.waiting).toBe(1);
    leases.closeAll();
    expect(closed).toEqual([1, 2]);
    expect(clock.waiting).toBe(0);
  });
});
