/* The physical state of a table: cells in sets, one for the memory of each family and one for each of its files. */
import { type FamilyRules, isExpired } from './family-rules.js';
import { refuse } from './refusal.js';
import { rewrite } from './rewrite.js';
import { type StoredCell, withCells } from './stored-cell.js';

/** The sets of one family. */
export interface FamilySets {
  readonly rules: FamilyRules;
  readonly memory: readonly StoredCell[];
  /** Oldest first. A file may contain no cells. */
  readonly files: readonly (readonly StoredCell[])[];
}

/** The families in byte order (N-25). */
export type Families = readonly FamilySets[];

/** All cells of a family, from memory and files. */
export function cellsOf(family: FamilySets): StoredCell[] {
  return [...family.memory, ...family.files.flat()];
}

/** N-40. */
export function familyOf(families: Families, name: string): FamilySets {
  const family = families.find(({ rules }) => rules.name === name);
  return family ?? refuse('NoSuchColumnFamilyException', `no family ${name}`);
}

/** Adds each cell to the memory of its family. */
export function write(families: Families, cells: readonly StoredCell[]): Families {
  return families.map((family) => ({
    ...family,
    memory: withCells(
      family.memory,
      cells.filter((cell) => cell.family === family.rules.name),
    ),
  }));
}

/** Turns the memory into the newest file. Without cells in memory, there is no new file. */
export function flush(family: FamilySets, now: number, keptMs: number = 0): FamilySets {
  if (family.memory.length === 0) return family;
  const file = rewrite(family.memory, family.rules, 'retain', now, keptMs);
  return { ...family, memory: [], files: [...family.files, file] };
}

/** Merges the `newest` newest files into one if there are more files than that, so it never merges all files (C-1). */
export function compactNewest(family: FamilySets, newest: number, now: number): FamilySets {
  const { files, rules } = family;
  if (files.length <= newest) return family;
  const merged = rewrite(compactedCells(files.slice(-newest), rules, now), rules, 'retain', now);
  return { ...family, files: [...files.slice(0, -newest), merged] };
}

/** Merges all files into one. The memory does not change (C-5). */
export function compactAll(family: FamilySets, now: number): FamilySets {
  const { files, rules } = family;
  if (files.length === 0) return family;
  return { ...family, files: [rewrite(compactedCells(files, rules, now), rules, 'drop', now)] };
}

/**
 * With NEW_VERSION_BEHAVIOR, files whose cells have all expired are left out (C-50). In other families, C-10 drops such
 * cells one by one.
 */
function compactedCells(files: FamilySets['files'], rules: FamilyRules, now: number): StoredCell[] {
  const hasExpired = (file: readonly StoredCell[]): boolean =>
    rules.replays && rules.minVersions === 0 && file.every((cell) => isExpired(cell, rules, now));
  return files.filter((file) => !hasExpired(file)).flat();
}
