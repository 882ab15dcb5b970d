import type { StoreFileInfo } from '../../storage/storefile/trailer.js';

interface WithTrailer {
  readonly info: StoreFileInfo;
}

/** Files of one run, as far as they were found. */
export interface FoundRun<File extends WithTrailer> {
  /** In the order of their rows. */
  readonly files: readonly File[];
  /** Whether the file before the first one or after the last one is missing. */
  readonly incomplete: boolean;
}

/**
 * The runs that these files belong to, by their trailers, without those that another one replaces. If a file of a run
 * is missing, but all files that the run replaces were found, these are current and the run is left out: it may never
 * have been committed.
 */
export function currentRuns<File extends WithTrailer>(found: readonly File[]): readonly FoundRun<File>[] {
  const numbers = new Set(found.map(({ info }) => info.fileNumber));
  const runs = runsOf(found).filter(
    ({ files, incomplete }) => !incomplete || !replacedBy(files).every((number) => numbers.has(number)),
  );
  const replaced = new Set(runs.flatMap(({ files }) => replacedBy(files)));
  return runs.filter(({ files }) => !files.some(({ info }) => replaced.has(info.fileNumber)));
}

function runsOf<File extends WithTrailer>(found: readonly File[]): FoundRun<File>[] {
  const numbers = new Set(found.map(({ info }) => info.fileNumber));
  const next = new Map(found.map((file) => [file.info.follows, file]));
  const firsts = found.filter(({ info: { follows } }) => follows === undefined || !numbers.has(follows));
  return firsts.map((first) => {
    const files: File[] = [];
    let last = first;
    // A file has a larger number than the one that it follows, so this ends.
    for (let file: File | undefined = first; file !== undefined; file = next.get(file.info.fileNumber)) {
      files.push(file);
      last = file;
    }
    return { files, incomplete: first.info.follows !== undefined || last.info.continued === true };
  });
}

function replacedBy(files: readonly WithTrailer[]): readonly number[] {
  return files.flatMap(({ info }) => info.replaces);
}
