import type { Choice, Policy, Situation } from './policy.js';
import { overlap, type SimulatedFile, totalBytes } from './simulated-file.js';

const MIB = 1 << 20;
/** The number of files of level 0 that are merged into level 1. */
const LEVEL_0_FILES = 4;
/** The size of level 1. Each further level is ten times as large. */
const LEVEL_1_BYTES = 16 * MIB;
const MULTIPLIER = 10;
const FILE_BYTES = 8 * MIB;
/** How long expired cells may stay in a file. */
const EXPIRED_MS = 7 * 86_400_000;

/**
 * LevelDB's policy: the files of level 0 go to level 1, and from each level that is too large one file goes to the next.
 * Outputs are cut into files of 8 MiB. Of a level it takes the file with the least to rewrite, as RocksDB does.
 */
export const leveledPolicy: Policy = {
  name: 'leveled',
  description:
    'LevelDB’s: 4 files of level 0 are merged into level 1 of 16 MiB, each further level is 10 times as large, and outputs are cut into files of 8 MiB',
  choose(files, situation) {
    const last = Math.max(0, ...files.map(({ level }) => level));
    const candidates = [...levelsThatAreFull(files, last), ...filesWithExpiredCells(files, situation)];
    for (const file of candidates) {
      const choice = into(file, files);
      if (totalBytes(choice.inputs) <= situation.roomBytes) return choice;
    }
    return null;
  },
};

/** A file of each level that is too large, the fullest level first. */
function levelsThatAreFull(files: readonly SimulatedFile[], last: number): readonly SimulatedFile[] {
  const newest = files.filter(({ level }) => level === 0);
  const full = newest.length >= LEVEL_0_FILES ? [{ score: newest.length / LEVEL_0_FILES, file: newest[0] }] : [];
  for (let level = 1; level <= last; level++) {
    const own = files.filter((file) => file.level === level);
    const score = totalBytes(own) / (LEVEL_1_BYTES * MULTIPLIER ** (level - 1));
    const next = files.filter((file) => file.level === level + 1);
    if (score > 1) full.push({ score, file: cheapest(own, next) });
  }
  return full.sort((a, b) => b.score - a.score).flatMap(({ file }) => file ?? []);
}

/** The file with the fewest bytes of the next level to rewrite for each of its own. */
function cheapest(files: readonly SimulatedFile[], next: readonly SimulatedFile[]): SimulatedFile | undefined {
  let best: SimulatedFile | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const file of files) {
    const cost = totalBytes(next.filter((other) => overlap(other, file))) / file.sizeBytes;
    if (cost < least) [best, least] = [file, cost];
  }
  return best;
}

function filesWithExpiredCells(files: readonly SimulatedFile[], { now, ttlMs }: Situation): readonly SimulatedFile[] {
  return files.filter(
    ({ minTimestamp, createdAt, cellCount }) =>
      cellCount > 0 && now - minTimestamp > ttlMs && now - createdAt > EXPIRED_MS,
  );
}

/**
 * Moves `file` to the next level, with the files there that overlap. Files of level 0 go together, because they overlap.
 * On the last level, a file with expired cells is rewritten where it is.
 */
function into(file: SimulatedFile, files: readonly SimulatedFile[]): Choice {
  const last = Math.max(1, ...files.map(({ level }) => level));
  const isFull =
    file.level === 0 ||
    totalBytes(files.filter(({ level }) => level === file.level)) > LEVEL_1_BYTES * MULTIPLIER ** (file.level - 1);
  const level = file.level === last && !isFull ? file.level : file.level + 1;
  const moved = file.level === 0 ? files.filter((other) => other.level === 0) : [file];
  const below = level === file.level ? [] : files.filter((other) => other.level === level && overlap(other, file));
  const dropMarkers = !files.some((other) => other.level > level && overlap(other, file));
  return { inputs: [...below, ...moved], level, fileBytes: FILE_BYTES, expired: false, dropMarkers };
}
