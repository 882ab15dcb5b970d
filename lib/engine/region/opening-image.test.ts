import { expect, it } from 'vitest';
import { FORMAT_VERSION } from '../../storage/catalog/catalog-image.js';
import { sampleImage } from '../../testing/samples/sample-images.js';
import { openingImage } from './opening-image.js';

const CONFIRMED = { confirmedTime: 5000, openings: [] };

it('a new database begins with the next epoch', () => {
  const { database, tables } = openingImage(null, 3, CONFIRMED, 5000);
  expect(database).toMatchObject({ epoch: 4, generation: 1, largestTimeSeen: 0, ...CONFIRMED });
  expect(tables).toEqual([]);
});

it('an image of format 1 continues in the current format, without features', () => {
  const { database, tables } = sampleImage(1, 1);
  const { features: _, ...old } = { ...database, format: 1 };
  const image = openingImage({ database: old, tables }, 0, CONFIRMED, 5000);
  expect(image.database).toMatchObject({ format: FORMAT_VERSION, features: [], epoch: 2, generation: 2 });
});

it('dates in the future are replaced by the current time, dates in the past are kept', () => {
  const found = sampleImage(1, 1);
  const obsolete = [
    { path: 'past', since: 4000 },
    { path: 'future', since: 9_000_000, removed: 9_100_000 },
  ];
  const points = [9_000_000, 4000].map((since) => ({ since, flushedSequenceId: 1, added: [] }));
  const tables = found.tables.map((table) => ({ ...table, rollbackPoints: points }));
  const image = openingImage({ database: { ...found.database, obsolete }, tables }, 0, CONFIRMED, 5000);
  expect(image.database.obsolete).toEqual([
    { path: 'past', since: 4000 },
    { path: 'future', since: 5000, removed: 5000 },
  ]);
  for (const { rollbackPoints } of image.tables) expect(rollbackPoints.map(({ since }) => since)).toEqual([5000, 4000]);
});
