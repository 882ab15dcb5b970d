import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../simulation/manual-clock.js';
import { OperationCounter } from '../../simulation/operation-counter.js';
import { Random } from '../../simulation/random.js';
import { SimFileSystem } from '../../simulation/sim-file-system.js';
import { CountingFileSystem } from '../../testing/fakes/counting-file-system.js';
import { VisibleFiles } from '../../testing/fakes/visible-files.js';
import { sampleImage, sampleTable } from '../../testing/samples/sample-images.js';
import { testSeeds } from '../../testing/seed.js';
import { applyEdit, type CatalogEdit, type CatalogImage } from '../catalog/catalog.js';
import { Manifest } from './manifest.js';
import { encodeImageSlot } from './manifest-format.js';
import { readManifests } from './read-manifests.js';

/** An image of this generation with this number of tables. */
function image(generation: number, tables = 1): CatalogImage {
  return sampleImage(
    3,
    generation,
    Array.from({ length: tables }, (_, id) => id),
  );
}

/** The image after a commit that changes one table, and the edit. */
function changed(before: CatalogImage, id: number): { readonly image: CatalogImage; readonly edit: CatalogEdit } {
  const generation = before.database.generation + 1;
  const edit = { database: { ...before.database, generation }, put: [sampleTable(id, generation)], remove: [] };
  return { image: applyEdit(before, edit), edit };
}

async function generationIn(files: SimFileSystem | VisibleFiles): Promise<number | null> {
  return (await readManifests(files)).image?.database.generation ?? null;
}

describe('Manifest', () => {
  it('returns the image that was written last', async () => {
    const files = new VisibleFiles();
    expect(await readManifests(files)).toEqual({ image: null, problems: [] });
    const manifest = await Manifest.create(files, 3);
    for (let generation = 1; generation <= 5; generation++) manifest.write(image(generation, generation * 3));
    manifest.close();
    expect(files.paths()).toEqual(['manifest-3-1']);
    expect(await readManifests(files)).toEqual({ image: image(5, 15), problems: [] });
  });

  it('contains nothing of earlier images and edits after it was rewritten', async () => {
    const files = new VisibleFiles();
    const manifest = await Manifest.create(files, 3);
    for (const tables of [1, 30, 5]) manifest.write(image(tables, tables));
    const { edit, image: edited } = changed(image(5, 5), 2);
    manifest.write(edited, edit);
    const last = changed(edited, 3);
    manifest.rewrite(last.image);
    const texts = new TextDecoder().decode(files.bytesOf('manifest-3-1')).match(/"generation":\d+/g);
    expect(texts).toEqual(['"generation":7']);
    const next = changed(last.image, 1);
    manifest.write(next.image, next.edit);
    manifest.close();
    expect(await readManifests(files)).toEqual({ image: next.image, problems: [] });
  });

  it('alternates between two slots of one size', async () => {
    const files = new VisibleFiles();
    const manifest = await Manifest.create(files, 3);
    const sizes: number[] = [];
    for (let generation = 1; generation <= 6; generation++) {
      manifest.write(image(generation));
      sizes.push(files.bytesOf('manifest-3-1').length);
    }
    const { length } = encodeImageSlot(image(1), { epoch: 3, number: 1 }, 512);
    expect(sizes).toEqual(Array(6).fill(512 + 2 * 2 * length));
    manifest.close();
    expect(await generationIn(files)).toBe(6);
  });

  it('needs no room for an image of up to twice the size of the first one', async () => {
    const files = new VisibleFiles();
    const manifest = await Manifest.create(files, 3);
    manifest.write(image(1, 4));
    const { length } = files.bytesOf('manifest-3-1');
    for (let generation = 2; generation <= 9; generation++) manifest.write(image(generation, generation - 1));
    expect(files.bytesOf('manifest-3-1').length).toBe(length);
    manifest.close();
    expect(await generationIn(files)).toBe(9);
  });

  it('writes an image for which there is room, even if there is none for the next one', async () => {
    const files = new SimFileSystem({ seed: 1, clock: new ManualClock() });
    const manifest = await Manifest.create(files, 3);
    files.fail({ operation: 'write', at: 2, error: 'QUOTA', written: 0 });
    manifest.write(image(1));
    expect(await generationIn(files.image({ kind: 'process-death', seed: 1 }))).toBe(1);
    for (let generation = 2; generation <= 5; generation++) manifest.write(image(generation, generation));
    expect(files.paths()).toEqual(['manifest-3-1']);
    expect(await generationIn(files.image({ kind: 'process-death', seed: 1 }))).toBe(5);
    manifest.close();
  });

  it('writes for a commit at most about twice what it changed, however many tables there are', async () => {
    const memory = new VisibleFiles();
    const files = new CountingFileSystem(memory);
    const manifest = await Manifest.create(files, 3);
    let now = image(1, 500);
    manifest.write(now);
    const whole = files.done.bytes;
    for (let commit = 0; commit < 1000; commit++) {
      const { image: next, edit } = changed(now, commit % 500);
      manifest.write(next, edit);
      now = next;
    }
    manifest.close();
    expect(whole).toBeGreaterThan(200_000);
    expect((files.done.bytes - whole) / 1000).toBeLessThan(3.2 * 1024);
    expect(memory.bytesOf('manifest-3-1').length).toBe(whole);
    expect(await readManifests(memory)).toEqual({ image: now, problems: [] });
  });

  it('writes a complete image after one that was not written', async () => {
    const files = new SimFileSystem({ seed: 1, clock: new ManualClock() });
    const manifest = await Manifest.create(files, 3);
    const one = changed(image(1, 5), 1);
    const two = changed(one.image, 2);
    const three = changed(two.image, 3);
    manifest.write(one.image);
    files.fail({ operation: 'write', error: 'QUOTA', written: 10_000 });
    expect(() => manifest.write(two.image, two.edit)).toThrowError(expect.objectContaining({ code: 'QUOTA_EXCEEDED' }));
    manifest.write(three.image, three.edit);
    expect((await readManifests(files.image({ kind: 'process-death', seed: 1 }))).image).toEqual(three.image);
    files.fail({ operation: 'flush', error: 'IO' });
    const four = changed(three.image, 4);
    expect(() => manifest.write(four.image, four.edit)).toThrow();
    await manifest.settled();
    const five = changed(four.image, 5);
    manifest.write(five.image, five.edit);
    manifest.close();
    expect((await readManifests(files)).image).toEqual(five.image);
  });

  it('never overwrites the newest image, however the sizes of images change', async () => {
    for (const seed of testSeeds(5)) {
      const random = new Random(seed);
      const files = new VisibleFiles();
      const manifest = await Manifest.create(files, 3);
      let largest = 0;
      let now = image(0);
      for (let generation = 1; generation <= 60; generation++) {
        const before = files.bytesOf('manifest-3-1');
        const next = random.chance(0.3) ? { image: image(generation, random.below(20)), edit: null } : changed(now, 1);
        manifest.write(next.image, next.edit);
        now = next.image;
        const after = files.bytesOf('manifest-3-1');
        largest = Math.max(largest, JSON.stringify(image(generation, 20)).length);
        // The worst result of a tear: old bytes where the new ones are the same, and garbage elsewhere.
        const torn = after.map((byte, at) => (byte === before[at] ? byte : 0xff));
        const other = new VisibleFiles();
        other.setBytes('manifest-3-1', torn);
        expect(await generationIn(other), `seed ${seed}, generation ${generation}`).toBe(
          generation === 1 ? null : generation - 1,
        );
      }
      expect(files.bytesOf('manifest-3-1').length).toBeLessThan(8 * largest);
      manifest.close();
      expect((await readManifests(files)).image, `seed ${seed}`).toEqual(now);
    }
  });

  it('yields the previous or the current image when the process or the power ends in any operation', async () => {
    const seen = new Set<string>();
    for (let n = 1; n <= 11; n++) {
      const clock = new ManualClock();
      const files = new SimFileSystem({ seed: n, clock, counter: new OperationCounter(n) });
      let written = 0;
      try {
        const manifest = await Manifest.create(files, 3);
        clock.advance(60_000);
        let now = image(1, 4);
        manifest.write(now);
        for (written = 1; written < 4; written++) {
          const next = written === 3 ? { image: image(4, 9), edit: null } : changed(now, written);
          manifest.write(next.image, next.edit);
          now = next.image;
        }
      } catch {
        // The process has ended.
      }
      for (let seed = 0; seed < 40; seed++) {
        for (const kind of ['process-death', 'power-cut'] as const) {
          const generation = (await generationIn(files.image({ kind, seed }))) ?? 0;
          expect([written, written + 1], `operation ${n}, seed ${seed}, ${kind}`).toContain(generation);
          seen.add(`${kind} ${generation - written}`);
        }
      }
    }
    expect([...seen].sort()).toEqual(['power-cut 0', 'power-cut 1', 'process-death 0', 'process-death 1']);
  });

  it('continues in its file after a lack of room, in a new one after a failed flush or a dead handle', async () => {
    const files = new SimFileSystem({ seed: 1, clock: new ManualClock() });
    const manifest = await Manifest.create(files, 3);
    manifest.write(image(1));
    files.fail({ operation: 'write', error: 'QUOTA' });
    expect(() => manifest.write(image(2))).toThrowError(expect.objectContaining({ code: 'QUOTA_EXCEEDED' }));
    manifest.write(image(3));
    expect(files.paths()).toEqual(['manifest-3-1']);

    files.fail({ operation: 'flush', error: 'IO' });
    expect(() => manifest.write(image(4))).toThrowError(expect.objectContaining({ name: 'UnknownError' }));
    expect(() => manifest.write(image(5))).toThrowError(expect.objectContaining({ code: 'STORAGE_UNAVAILABLE' }));
    await manifest.settled();
    manifest.write(image(6));
    expect(files.paths()).toEqual(['manifest-3-1', 'manifest-3-2']);
    expect(await generationIn(files.image({ kind: 'process-death', seed: 1 }))).toBe(6);

    files.fail({ operation: 'write', error: 'INVALID' });
    files.fail({ operation: 'create', error: 'IO' });
    expect(() => manifest.write(image(7))).toThrowError(expect.objectContaining({ name: 'InvalidStateError' }));
    await manifest.settled();
    expect(() => manifest.write(image(8))).toThrowError(expect.objectContaining({ code: 'STORAGE_UNAVAILABLE' }));
    await manifest.settled();
    manifest.write(image(9));
    expect(manifest.path).toBe('manifest-3-4');
    manifest.close();
    expect(await generationIn(files)).toBe(9);
  });

  it('leaves no file open when it is closed while a new file is being created', async () => {
    const files = new SimFileSystem({ seed: 1, clock: new ManualClock() });
    const manifest = await Manifest.create(files, 3);
    files.fail({ operation: 'flush', error: 'IO' });
    expect(() => manifest.write(image(1))).toThrow();
    manifest.close();
    await manifest.settled();
    for (const path of files.paths()) await files.remove(path);
  });
});
