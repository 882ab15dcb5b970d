import { errorToData, isCorruption } from '../../errors.js';
import type { VerifiedFile, VerifiedKind, VerifyReport } from '../../model/verify-report.js';

/** The files that were checked so far, and their problems. */
export class VerifiedFiles {
  readonly #files = new Map<string, { readonly kind: VerifiedKind; readonly problems: string[] }>();

  /** The file was checked. Adds what was found in it, if anything. */
  add(path: string, kind: VerifiedKind, ...problems: readonly string[]): void {
    const file = this.#files.get(path) ?? { kind, problems: [] };
    this.#files.set(path, file);
    file.problems.push(...problems);
  }

  has(path: string): boolean {
    return this.#files.has(path);
  }

  get report(): VerifyReport {
    const files = Array.from(this.#files, ([path, { kind, problems }]): VerifiedFile => ({ path, kind, problems }));
    return { ok: files.every(({ problems }) => problems.length === 0), files };
  }
}

/** What an error says. */
export function sentenceOf(error: unknown): string {
  return `${errorToData(error, false).message}.`;
}

/** The message of a CORRUPTION. Throws any other error. */
export function damageOf(error: unknown): string {
  if (isCorruption(error)) return sentenceOf(error);
  throw error;
}

/** Returns what the CORRUPTION that `work` throws says, or null. */
export function damageIn(work: () => void): string | null {
  try {
    work();
    return null;
  } catch (error) {
    return damageOf(error);
  }
}
