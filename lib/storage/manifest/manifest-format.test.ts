import { describe, expect, it } from 'vitest';
import { crc32c } from '../../bytes/crc32c.js';
import { VisibleFiles } from '../../testing/fakes/visible-files.js';
import { sampleImage, sampleTable } from '../../testing/samples/sample-images.js';
import { applyEdit, type CatalogImage } from '../catalog/catalog.js';
import { FORMAT_VERSION } from '../catalog/catalog-image.js';
import { Manifest } from './manifest.js';
import { encodeEditSlot, encodeFileHeader, encodeImageSlot, MANIFEST_FORMAT } from './manifest-format.js';
import { readManifests } from './read-manifests.js';

const NAME = { epoch: 3, number: 1 };
const PATH = 'manifest-3-1';

function small(generation: number): CatalogImage {
  const { database } = sampleImage(3, generation, []);
  return { database: { ...database, operations: [], obsolete: [] }, tables: [] };
}

async function read(bytes: Uint8Array, path = PATH): Promise<Awaited<ReturnType<typeof readManifests>>> {
  const files = new VisibleFiles();
  files.setBytes(path, bytes);
  return readManifests(files);
}

/** A manifest with generations 1 and 2. */
async function twoSlots(): Promise<Uint8Array> {
  const files = new VisibleFiles();
  const manifest = await Manifest.create(files, NAME.epoch);
  manifest.write(small(1));
  manifest.write(small(2));
  return files.bytesOf(PATH);
}

describe('manifest format', () => {
  it('has a known byte layout', () => {
    const header = encodeFileHeader(NAME);
    expect(header.length).toBe(512);
    expect(String.fromCharCode(...header.subarray(0, 4))).toBe('BTMF');
    const view = new DataView(header.buffer);
    expect(view.getUint16(4, true)).toBe(2);
    expect(view.getFloat64(8, true)).toBe(3);
    expect(view.getFloat64(16, true)).toBe(1);
    expect(view.getUint32(24, true)).toBe(crc32c(header, 0, 24));

    const slot = encodeImageSlot(small(2), NAME, 1024);
    expect(slot.length % 512).toBe(0);
    expect(String.fromCharCode(...slot.subarray(0, 4))).toBe('BTMS');
    const fields = new DataView(slot.buffer);
    const length = fields.getUint32(8, true);
    expect([fields.getUint16(4, true), fields.getUint16(6, true)]).toEqual([2, 0]);
    expect(fields.getFloat64(12, true)).toBe(3);
    expect(fields.getFloat64(20, true)).toBe(2);
    expect(JSON.parse(new TextDecoder().decode(slot.subarray(32, 32 + length)))).toEqual(small(2));
    expect(slot.subarray(32 + length).every((byte) => byte === 0)).toBe(true);

    const edit = { database: small(3).database, put: [sampleTable(4)], remove: [7] };
    const change = encodeEditSlot(edit, NAME, 1536);
    const header2 = new DataView(change.buffer);
    expect([header2.getUint16(4, true), header2.getUint16(6, true), header2.getFloat64(20, true)]).toEqual([2, 1, 3]);
    const text = new TextDecoder().decode(change.subarray(32, 32 + header2.getUint32(8, true)));
    expect(JSON.parse(text)).toEqual(edit);
  });

  it('of format 1 is read', async () => {
    const bytes = await twoSlots();
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    view.setUint16(4, 1, true);
    view.setUint32(24, crc32c(bytes, 0, 24), true);
    for (const at of [512, 1024]) {
      view.setUint16(at + 4, 1, true);
      const place = new Uint8Array(24);
      const fields = new DataView(place.buffer);
      for (const [index, value] of [NAME.epoch, NAME.number, at].entries()) fields.setFloat64(8 * index, value, true);
      const head = crc32c(bytes, at, 28, crc32c(place, 0, 24));
      view.setUint32(at + 28, crc32c(bytes, at + 32, view.getUint32(at + 8, true), head), true);
    }
    expect(await read(bytes)).toEqual({ image: small(2), problems: [] });
  });

  it('yields the image with all edits up to the first that is damaged, missing or of another image', async () => {
    const slots: Uint8Array[] = [];
    const images = [sampleImage(3, 1, [1, 2])];
    let at = 512;
    const add = (slot: Uint8Array) => {
      slots.push(slot);
      at += slot.length;
    };
    add(encodeImageSlot(images[0] as CatalogImage, NAME, at));
    for (const [index, edit] of [{ put: [sampleTable(3)] }, { put: [sampleTable(2, 9)], remove: [1] }, {}].entries()) {
      const change = { database: small(index + 2).database, ...edit };
      images.push(applyEdit(images[index] as CatalogImage, change));
      add(encodeEditSlot(change, NAME, at));
    }
    const stale = at;
    add(encodeEditSlot({ database: small(4).database, put: [sampleTable(9)] }, NAME, at));
    const bytes = new Uint8Array([...encodeFileHeader(NAME), ...slots.flatMap((slot) => [...slot])]);
    expect(await read(bytes)).toEqual({ image: images[3], problems: [] });
    let ends = 512;
    for (const [index, slot] of slots.slice(0, 4).entries()) {
      for (let place = ends; place < ends + slot.length; place += 7) {
        if (slot.subarray(place - ends).every((byte) => byte === 0)) break;
        const torn = bytes.slice();
        torn[place] = (torn[place] as number) ^ 4;
        expect((await read(torn)).image).toEqual(index === 0 ? null : images[index - 1]);
      }
      ends += slot.length;
      expect((await read(bytes.subarray(0, ends))).image).toEqual(images[index]);
    }
    expect(ends).toBe(stale);
  });

  it('yields the newest image, the previous one or none when any byte is flipped, never another', async () => {
    const bytes = await twoSlots();
    const found = new Set<number | undefined>();
    for (let at = 0; at < bytes.length; at++) {
      const flipped = bytes.slice();
      flipped[at] = (flipped[at] as number) ^ (1 << (at % 8));
      const { image } = await read(flipped);
      const generation = image?.database.generation;
      if (image !== null) expect(image).toEqual(small(generation as number));
      found.add(generation);
      expect(at < 1024 ? 2 : 1).toBeLessThanOrEqual(generation as number);
    }
    expect(found).toEqual(new Set([1, 2]));
  });

  it('yields the newest image, the previous one or none at any length', async () => {
    const bytes = await twoSlots();
    const found: (number | undefined)[] = [];
    for (let length = 0; length <= bytes.length; length++) {
      const { image, problems } = await read(bytes.subarray(0, length));
      if (image !== null) expect(image).toEqual(small(image.database.generation));
      expect(problems).toEqual([]);
      if (found.at(-1) !== image?.database.generation || length === 0) found.push(image?.database.generation);
    }
    expect(found).toEqual([undefined, 1, 2]);
  });

  it('reports a damaged header, and still reads the image', async () => {
    const bytes = await twoSlots();
    bytes[9] = 77;
    const { image, problems } = await read(bytes);
    expect(image).toEqual(small(2));
    expect(problems).toEqual([`${PATH} has a damaged header; its image is complete and was read.`]);
  });

  it('is not recognised under another name, and a slot is not recognised at another offset', async () => {
    const bytes = await twoSlots();
    expect((await read(bytes, 'manifest-4-1')).image).toBeNull();
    expect((await read(bytes, 'manifest-3-2')).image).toBeNull();
    const moved = new Uint8Array(bytes.length + 512);
    moved.set(bytes.subarray(0, 512));
    moved.set(bytes.subarray(512), 1024);
    expect((await read(moved)).image).toBeNull();
  });

  it('of a newer version is refused as too new, in header, slot and image', async () => {
    const newer = MANIFEST_FORMAT + 1;
    const header = encodeFileHeader(NAME);
    header[4] = newer;
    new DataView(header.buffer).setUint32(24, crc32c(header, 0, 24), true);
    await expect(read(header)).rejects.toMatchObject({
      code: 'FORMAT_TOO_NEW',
      details: { file: PATH, format: newer },
    });
    const image = small(1);
    const future = { ...image, database: { ...image.database, format: FORMAT_VERSION + 1 } };
    const bytes = new Uint8Array([...encodeFileHeader(NAME), ...encodeImageSlot(future, NAME, 512)]);
    await expect(read(bytes)).rejects.toMatchObject({ code: 'FORMAT_TOO_NEW' });
  });

  it('is reported when a complete slot contains no image', async () => {
    const nonsense = { database: { epoch: 3, generation: 1 } } as unknown as CatalogImage;
    const bytes = new Uint8Array([...encodeFileHeader(NAME), ...encodeImageSlot(nonsense, NAME, 512)]);
    const { image, problems } = await read(bytes);
    expect(image).toBeNull();
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(PATH);
  });
});

describe('readManifests', () => {
  it('returns the newest image of all files, by epoch and then generation', async () => {
    const files = new VisibleFiles();
    for (const [epoch, generation] of [
      [2, 9],
      [10, 4],
      [9, 50],
    ] as const) {
      const manifest = await Manifest.create(files, epoch);
      manifest.write(sampleImage(epoch, generation));
      manifest.close();
    }
    files.setBytes('manifest-11-1', new Uint8Array(0));
    files.setBytes('manifest-x', new Uint8Array(5));
    files.setBytes('stranger', new Uint8Array(5));
    expect(await readManifests(files)).toEqual({ image: sampleImage(10, 4), problems: [] });
  });

  it('closes every file', async () => {
    const files = new VisibleFiles();
    files.setBytes(PATH, await twoSlots());
    await readManifests(files);
    await files.remove(PATH);
  });
});
