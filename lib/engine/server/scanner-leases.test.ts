import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../simulation/manual-clock.js';
import { LEASE_MS } from '../region/lease-timer.js';
import type { Region } from '../region/region.js';
import type { OpenScan } from '../region/region-reads.js';
import type { StoreView } from '../region/store-view.js';
import { type LeasedScanner, ScannerLeases } from './scanner-leases.js';

/** A view of one segment and some files, with only the parts that determine their size. */
function viewOf(segmentBytes: number, ...fileBytes: readonly number[]): StoreView {
  const files = fileBytes.map((sizeBytes) => ({ sizeBytes }));
  return { active: { bytes: segmentBytes }, snapshot: null, files } as unknown as StoreView;
}

function bench(limit = 10, scannersHold = 1000) {
  const clock = new ManualClock();
  const store = { view: viewOf(0) };
  const regions = [{ allStores: [store] } as unknown as Region];
  const leases = new ScannerLeases({ epoch: 7, number: 0 }, clock, { scanners: limit, scannersHold }, () => regions);
  const closed: number[] = [];
  const keep = (...views: StoreView[]): LeasedScanner => {
    const id = leases.takeId();
    const close = () => closed.push(id.number);
    const scan: OpenScan = { scanner: {} as OpenScan['scanner'], views, filter: null, close };
    const region = {} as Region;
    const scanner = {
      ...{ id, connection: 'page', nextBatch: 1, region, scan, familyNames: [] },
      ...{ batchBytes: 1, maxBytes: 1, rowsLeft: 1, caching: 1, cursors: false },
    };
    leases.keep(scanner);
    return scanner;
  };
  /** A batch of a scanner. */
  const use = (scanner: LeasedScanner): void => leases.keep(leases.take(scanner.id.number, scanner.nextBatch));
  return { clock, leases, closed, keep, use, store };
}

describe('ScannerLeases', () => {
  it('returns a scanner for one batch at a time', () => {
    const { leases, keep } = bench();
    const scanner = keep();
    expect(leases.take(1, 1)).toBe(scanner);
    expect(() => leases.take(1, 2)).toThrow(expect.objectContaining({ code: 'SCANNER_CLOSED' }));
    leases.keep(scanner);
    expect(leases.take(1, 2)).toBe(scanner);
  });

  it('closes a scanner whose next batch has another number than the requested one', () => {
    const { leases, closed, keep, use } = bench();
    for (const batch of [1, 3]) {
      const scanner = keep();
      const { number } = scanner.id;
      use(scanner);
      expect(() => leases.take(number, batch)).toThrow(expect.objectContaining({ code: 'SCANNER_CLOSED' }));
      expect(closed).toContain(number);
    }
    expect([leases.open, leases.expired]).toEqual([0, 0]);
  });

  it('finds a scanner by its id for the connection that opened it', () => {
    const { leases, keep } = bench();
    const { id } = keep();
    expect(id).toEqual({ epoch: 7, number: 1 });
    const others = [
      [{ epoch: 6, number: 1 }, 'page'],
      [{ epoch: 7, number: 2 }, 'page'],
      [id, 'other'],
    ] as const;
    expect(others.map(([other, connection]) => leases.numberOf(other, connection))).toEqual([0, 0, 0]);
    expect(leases.numberOf(id, 'page')).toBe(1);
  });

  it('above its limit, ends the one that was idle for longest', () => {
    const { leases, closed, keep, use } = bench(2);
    const first = keep();
    keep();
    use(first);
    keep();
    expect(closed).toEqual([2]);
    expect([leases.open, leases.expired]).toEqual([2, 1]);
    expect(() => leases.take(2, 1)).toThrow(expect.objectContaining({ code: 'SCANNER_CLOSED' }));
  });

  it('on demand, ends the one that was idle for longest, until none is open', () => {
    const { leases, closed, keep } = bench();
    keep();
    keep();
    expect([leases.endOldest(), leases.endOldest(), leases.endOldest()]).toEqual([true, true, false]);
    expect(closed).toEqual([1, 2]);
  });

  it('ends a scanner without a request for 60 s; each batch renews the lease (R-94)', () => {
    const { clock, leases, closed, keep, use } = bench();
    const idle = keep();
    const busy = keep();
    for (let passed = 0; passed < 2 * LEASE_MS; passed += LEASE_MS / 2) {
      clock.advance(LEASE_MS / 2);
      use(busy);
    }
    expect(closed).toEqual([idle.id.number]);
    expect([leases.open, leases.expired]).toEqual([1, 1]);
  });

  it('renews the lease of a scanner that is open (R-105)', () => {
    const { clock, leases, closed, keep } = bench();
    keep();
    keep();
    for (let passed = 0; passed < 2 * LEASE_MS; passed += LEASE_MS / 2) {
      clock.advance(LEASE_MS / 2);
      expect(leases.renew(1)).toBe(true);
    }
    expect(closed).toEqual([2]);
    expect([leases.renew(2), leases.renew(99)]).toEqual([false, false]);
  });

  it('counts data that only scanners keep: each segment and file once, and none that the store still uses', () => {
    const { leases, keep, store } = bench();
    const old = viewOf(300, 50, 60);
    store.view = old;
    keep(old);
    keep(old);
    expect(leases.held).toMatchObject({ segments: 0, files: 0 });
    const files = [old.files[0], { sizeBytes: 70 }];
    store.view = { ...viewOf(0), files } as unknown as StoreView;
    expect(leases.held).toMatchObject({ segments: 300, files: 60 });
    leases.close(1);
    expect(leases.held).toMatchObject({ segments: 300, files: 60 });
    leases.close(2);
    expect(leases.held).toMatchObject({ segments: 0, files: 0 });
  });

  it('ends the one idle for longest while they keep too much of memory', () => {
    const { leases, closed, keep, store } = bench(10, 1000);
    for (const bytes of [600, 500, 400]) {
      store.view = viewOf(bytes);
      keep(store.view);
    }
    leases.relieve();
    expect(closed).toEqual([1]);
    expect(leases.held).toMatchObject({ segments: 500, segmentLimit: 1000 });
    expect(leases.expired).toBe(1);
  });

  it('does not end a scanner that alone keeps nothing, however long it was idle', () => {
    const { leases, closed, keep, store } = bench(10, 100);
    const present = store.view;
    keep(present);
    keep(viewOf(200));
    leases.relieve();
    expect(closed).toEqual([2]);
    expect(leases.open).toBe(1);
  });

  it('ends the one idle for longest while they keep more files than a quarter of the store, and the limit', () => {
    const { leases, closed, keep, store } = bench(10, 1000);
    const [first, second] = [viewOf(0, 900), viewOf(0, 800)];
    store.view = first;
    keep(first);
    store.view = second;
    keep(second);
    store.view = viewOf(0, 8000);
    leases.relieve();
    expect(leases.held).toMatchObject({ files: 1700, fileLimit: 2000 });
    expect(closed).toEqual([]);
    store.view = viewOf(0, 2000);
    leases.relieve();
    expect(closed).toEqual([1]);
    expect(leases.held).toMatchObject({ files: 800, fileLimit: 1000 });
  });

  it('closes each scanner once, and forgets closed ones', () => {
    const { leases, closed, keep } = bench();
    keep();
    leases.close(1);
    leases.close(1);
    leases.close(99);
    expect(closed).toEqual([1]);
    expect(leases.expired).toBe(0);
  });

  it('leaves no timer when all are closed', () => {
    const { clock, leases, closed, keep } = bench();
    keep();
    keep();
    expect(clock.waiting).toBe(1);
    leases.closeAll();
    expect(closed).toEqual([1, 2]);
    expect(clock.waiting).toBe(0);
  });
});
