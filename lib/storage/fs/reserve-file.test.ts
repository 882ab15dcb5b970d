import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimFileSystem } from '../../simulation/sim-file-system.js';
import { ReserveFile } from './reserve-file.js';

const BYTES = 3 << 19;

function bench() {
  return new SimFileSystem({ seed: 1, clock: new ManualClock() });
}

describe('A reserve', () => {
  it('is written once, with all its bytes, and never under the same name', async () => {
    const files = bench();
    const reserve = new ReserveFile(files, 7, BYTES, []);
    expect([await reserve.restore(0), await reserve.restore(0)]).toEqual([true, true]);
    expect(files.paths()).toEqual(['reserve-7-1']);
    expect(files.bytesOf('reserve-7-1').length).toBe(BYTES);
    expect(files.bytesOf('reserve-7-1').every((byte) => byte !== 0)).toBe(true);
    expect([await reserve.release(), await reserve.release()]).toEqual([true, false]);
    expect(files.paths()).toEqual([]);
    await reserve.restore(0);
    expect(files.paths()).toEqual(['reserve-7-2']);
  });

  it('of an earlier opening is used if it is whole; all others are removed', async () => {
    const files = bench();
    for (const [number, bytes] of [10, BYTES, BYTES].entries())
      files.setBytes(`reserve-6-${number}`, new Uint8Array(bytes));
    const reserve = new ReserveFile(files, 7, BYTES, [...files.paths(), 'reserve-5-1']);
    expect(await reserve.restore(0)).toBe(true);
    expect(files.paths()).toEqual(['reserve-6-1']);
  });

  it('is removed again if there is no room for it, or if writing it fails', async () => {
    const files = bench();
    const reserve = new ReserveFile(files, 7, BYTES, []);
    files.setQuota(2 << 20);
    expect(await reserve.restore(1 << 20)).toBe(false);
    expect(files.paths()).toEqual([]);
    files.setQuota(3 << 20);
    files.fail({ operation: 'flush', error: 'IO' });
    await expect(reserve.restore(0)).rejects.toMatchObject({ name: 'UnknownError' });
    expect(files.paths()).toEqual([]);
    expect(await reserve.restore(1 << 20)).toBe(true);
    expect(files.paths()).toEqual(['reserve-7-5']);
  });

  it('of no bytes has no file', async () => {
    const files = bench();
    const reserve = new ReserveFile(files, 7, 0, []);
    expect([await reserve.restore(0), await reserve.release(), files.paths()]).toEqual([true, false, []]);
  });
});
