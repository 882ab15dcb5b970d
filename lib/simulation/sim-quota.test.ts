import { describe, expect, it } from 'vitest';
import { blocks, simulated } from '../testing/samples/sim-outcomes.js';

const KIB = 1024;
const MIB = 1024 * KIB;
const full = expect.objectContaining({ code: 'QUOTA_EXCEEDED' });

async function withFile(quota: number, length = 0) {
  const { files } = simulated();
  if (length > 0) files.setBytes('a', new Uint8Array(length));
  files.setQuota(quota);
  return { files, handle: length > 0 ? await files.open('a') : await files.create('a') };
}

describe('A quota', () => {
  it('charges a file that grew at least 1 MiB, then the next power of two, until its handle is closed', async () => {
    const { files, handle } = await withFile(Number.POSITIVE_INFINITY);
    expect(files.usedBytes).toBe(0);
    handle.write(blocks(200, 1), 0);
    expect(files.usedBytes).toBe(MIB);
    handle.truncate(17 * MIB);
    expect(files.usedBytes).toBe(32 * MIB);
    handle.truncate(0);
    expect(files.usedBytes).toBe(32 * MIB);
    handle.write(blocks(200, 1), 0);
    handle.close();
    expect(files.usedBytes).toBe(100 * KIB);
  });

  it('charges twelve open files of 100 KiB 12 MiB', async () => {
    const { files } = simulated();
    const handles = await Promise.all(Array.from({ length: 12 }, (_, number) => files.create(`data/${number}`)));
    for (const handle of handles) handle.write(blocks(200, 1), 0);
    expect(files.usedBytes).toBe(12 * MIB);
    for (const handle of handles) handle.close();
    expect(files.usedBytes).toBe(1200 * KIB);
  });

  it('refuses a write or truncation above it, which then changes nothing', async () => {
    const { files, handle } = await withFile(MIB);
    handle.write(new Uint8Array(MIB), 0);
    expect(() => handle.write(Uint8Array.of(1), MIB)).toThrowError(full);
    expect(() => handle.truncate(MIB + 1)).toThrowError(full);
    expect([files.bytesOf('a').length, files.freeBytes]).toEqual([MIB, 0]);
    handle.close();
    files.setQuota(MIB - 1);
    expect(files.freeBytes).toBe(0);
  });

  it('refuses growth if only the rounded size has no room', async () => {
    const { handle } = await withFile(MIB - 1);
    expect(() => handle.write(Uint8Array.of(1), 0)).toThrowError(full);
  });

  it('allows writes in place, reads, flushes, empty files and removals when nothing is left', async () => {
    const { files, handle } = await withFile(100 * KIB, 200 * KIB);
    handle.write(blocks(400, 1), 0);
    handle.flush();
    expect(handle.read(new Uint8Array(10), 0)).toBe(10);
    (await files.create('b')).close();
    expect(files.usedBytes).toBe(200 * KIB);
    handle.close();
    await files.remove('a');
    expect(files.freeBytes).toBe(100 * KIB);
  });

  it('also limits the process that follows, which has no open handles', async () => {
    const { files, handle } = await withFile(2 * MIB);
    handle.write(blocks(1, 1), 0);
    const next = files.image({ kind: 'process-death', seed: 1 });
    expect([files.freeBytes, next.freeBytes]).toEqual([MIB, 2 * MIB - 512]);
  });
});
