/* Catalog images for tests. Every property is present, and none has a special value. */
import type { CatalogImage, DatabaseRecord, FamilyRecord, TableRecord } from '../../storage/catalog/catalog.js';
import { FORMAT_VERSION } from '../../storage/catalog/catalog-image.js';

export function sampleDatabase(epoch: number, generation: number): DatabaseRecord {
  return {
    format: FORMAT_VERSION,
    features: [],
    epoch,
    generation,
    nextTableId: 100,
    nextFileNumber: 9_007_199_254_740_991,
    logStart: 12_345_678_901,
    operations: [
      { connection: 'c-ü-1', highest: 7, answers: [{ number: 7, answer: 'AAECAw==' }] },
      { connection: 'c-2', highest: 0, answers: [] },
    ],
    largestTimeSeen: 1_577_836_800_000,
    obsolete: [{ path: 'data/3/1-4', since: 1_577_836_700_000 }],
  };
}

export function sampleTable(id: number, schemaGeneration = 1): TableRecord {
  const families: FamilyRecord[] = [
    { id: 1, name: 'contents', runs: [[{ number: 5, epoch: 1, sizeBytes: 6_000_000_000 }]] },
    { id: 2, name: 'anch\\xFFor', runs: [] },
  ];
  return {
    id,
    name: `web:table-${id}`,
    state: id % 2 === 0 ? 'ENABLED' : 'DISABLED',
    schemaGeneration,
    descriptor: { name: `web:table-${id}`, families: [{ name: 'contents', blockSize: 65536 }] },
    nextFamilyId: 3,
    families,
    flushedSequenceId: 77,
    rollbackPoints: [{ since: 1_577_836_700_000, flushedSequenceId: 70, added: [5] }],
  };
}

/** An image with tables of these ids, in this order. */
export function sampleImage(epoch: number, generation: number, ids: readonly number[] = [1, 2]): CatalogImage {
  return { database: sampleDatabase(epoch, generation), tables: ids.map((id) => sampleTable(id)) };
}
