import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../testing/fakes/manual-clock.js';
import { FilterEvaluator } from '../filter/filter-evaluator.js';
import type { Region } from '../region/region.js';
import type { OpenScan } from '../region/region-reads.js';
import type { StoreView } from '../region/store-view.js';
import { LEASE_MS, type LeasedScanner, ScannerLeases } from './scanner-leases.js';

/** A view of one segment and some files, with only the parts that determine their size. */
function viewOf(segmentBytes: number, ...fileBytes: readonly number[]): StoreView {
  const files = fileBytes.map((sizeBytes) => ({ sizeBytes }));
  return { active: { bytes: segmentBytes }, snapshot: null, files } as unknown as StoreView;
}

function bench(limit = 10, scannersHold = 1000) {
  const clock = new ManualClock();
  const store = { view: viewOf(0) };
  const regions = [{ stores: [store] } as unknown as Region];
  const leases = new ScannerLeases(clock, { scanners: limit, scannersHold }, () => regions);
  const closed: number[] = [];
  let filter: FilterEvaluator | null = null;
  const setFilter = (next: FilterEvaluator): void => {
    filter = next;
  };
  const keep = (...views: StoreView[]): LeasedScanner => {
    const id = leases.takeId();
    const close = () => closed.push(id);
    const reader = { nextRow: () => Uint8Array.of(id) } as OpenScan['scanner'];
    const scan: OpenScan = { scanner: reader, views, filter, close };
    const region = {} as Region;
    const scanner = {
      ...{ id, region, scan, familyNames: [], batchBytes: 1, maxBytes: 1, rowsLeft: 1, caching: 1 },
      cursors: false,
    };
    leases.keep(scanner);
    return scanner;
  };
  return { clock, leases, closed, keep, setFilter, store };
}

describe('ScannerLeases', () => {
  it('returns a scanner for one batch at a time', () => {
    const { leases, keep } = bench();
    const scanner = keep();
    expect(leases.take(1)).toBe(scanner);
    expect(() => leases.take(1)).toThrow(expect.objectContaining({ code: 'SCANNER_CLOSED' }));
    leases.keep(scanner);
    expect(leases.take(1)).toBe(scanner);
  });

  it('above its limit, ends the one that was idle for longest', () => {
    const { leases, closed, keep } = bench(2);
    const first = keep();
    keep();
    leases.keep(leases.take(first.id));
    keep();
    expect(closed).toEqual([2]);
    expect([leases.open, leases.expired]).toEqual([2, 1]);
    expect(() => leases.take(2)).toThrow(expect.objectContaining({ code: 'SCANNER_CLOSED' }));
  });

  it('remembers filter and row of the last thousand that it ended, for one use each', () => {
    const { leases, keep, setFilter } = bench(1);
    keep();
    const filter = new (class extends FilterEvaluator {})();
    setFilter(filter);
    for (let count = 0; count < 1002; count++) keep();
    leases.close(1003);
    // The first had no filter, and the last was closed by its client.
    expect([1, 2, 1003].map((id) => leases.takeEnded(id))).toEqual([null, null, null]);
    expect([leases.takeEnded(3), leases.takeEnded(3)]).toEqual([{ filter, row: Uint8Array.of(3) }, null]);
  });

  it('on demand, ends the one that was idle for longest, until none is open', () => {
    const { leases, closed, keep } = bench();
    keep();
    keep();
    expect([leases.endOldest(), leases.endOldest(), leases.endOldest()]).toEqual([true, true, false]);
    expect(closed).toEqual([1, 2]);
  });

  it('ends a scanner without a request for 60 s; each batch renews the lease (R-94)', () => {
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

  it('checks what they keep whenever one is returned after a batch', () => {
    const { leases, closed, keep, store } = bench(10, 1000);
    store.view = viewOf(900);
    keep(store.view);
    store.view = viewOf(200);
    keep(store.view);
    store.view = viewOf(0);
    leases.keep(leases.take(2));
    expect(closed).toEqual([1]);
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
