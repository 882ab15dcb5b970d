import type { Region } from './region.js';

/* The tables that imports fill, which exist for nothing else. No other table has such a name (N-2). */

const PREFIX = 'backup:.importing-';

/** The name of the table `id` while it is hidden. */
export function hiddenName(id: number): string {
  return `${PREFIX}${id}`;
}

export function isHidden(table: string): boolean {
  return table.startsWith(PREFIX);
}

/** The regions of the tables that exist for users. */
export function visibleRegions(regions: ReadonlyMap<string, Region>): Region[] {
  return [...regions.values()].filter(({ name }) => !isHidden(name));
}
