/* Catalog images for tests. Every property is present, and none has a special value. */
import type {
  CatalogImage,
  DatabaseRecord,
  FamilyRecord,
  SnapshotRecord,
  TableRecord,
} from '../../storage/catalog/catalog.js';
import { FORMAT_VERSION } from '../../storage/catalog/catalog-image.js';

export function sampleDatabase(epoch: number, generation: number): DatabaseRecord {
  return {
    format: FORMAT_VERSION,
    features: [],
    epoch,
    generation,
    nextTableId: 100,
    nextFileNumber: 4_503_599_627_370_496,
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

export function sampleSnapshot(name: string): SnapshotRecord {
  const table = { ...sampleTable(9), origins: [{ tableId: 3, sequenceId: 70 }] };
  return { name, type: 'FLUSH', createdAt: 1_577_836_700_000, ttl: 86_400, table };
}

/** A table whose record is some 200 KiB long, with letters that take two bytes each. */
export function longTable(id: number, files = 4000): TableRecord {
  const runs = Array.from({ length: files }, (_, index) => [{ number: index, epoch: 1_700_000_000_000, sizeBytes: 9 }]);
  const table = sampleTable(id);
  const [family, ...others] = table.families as [FamilyRecord, ...FamilyRecord[]];
  return { ...table, descriptor: { name: '表'.repeat(1000) }, families: [{ ...family, runs }, ...others] };
}

/** A database record of some 300 KiB: operations with long answers, and obsolete files. */
export function longDatabase(epoch: number, generation: number, obsolete = 3000): DatabaseRecord {
  return {
    ...sampleDatabase(epoch, generation),
    operations: [{ connection: 'c-ü-1', highest: 1, answers: [{ number: 1, answer: 'A'.repeat(120_000) }] }],
    obsolete: Array.from({ length: obsolete }, (_, index) => ({ path: `data/3/1-${index}`, since: 1_577_836_700_000 })),
  };
}

/** An image with tables of these ids, in this order. */
export function sampleImage(epoch: number, generation: number, ids: readonly number[] = [1, 2]): CatalogImage {
  return { database: sampleDatabase(epoch, generation), tables: ids.map((id) => sampleTable(id)) };
}
