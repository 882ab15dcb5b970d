import { expect, it } from 'vitest';
import type { RollbackPoint } from '../../storage/catalog/catalog.js';
import { youngPoints } from './rollback-point.js';

const point = (since: number): RollbackPoint => ({ since, flushedSequenceId: 0, added: [] });

it('Roll-back points are kept for a minute', () => {
  const points = [point(90_000), point(50_000), point(30_000)];
  expect(youngPoints(points, 90_000)).toEqual([point(90_000), point(50_000)]);
  expect(youngPoints(points, 89_999)).toEqual(points);
  expect(youngPoints(points, 150_000)).toEqual([]);
});

it('Roll-back points before one that is forgotten are forgotten too if the clock was set back: no point between two others is missing', () => {
  expect(youngPoints([point(110_000), point(50_000), point(100_000)], 110_000)).toEqual([point(110_000)]);
});
