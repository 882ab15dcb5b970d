/** A fault after which something was lost, wrong or not answered. */
export interface SweepFailure {
  /** The name of the case: equal faults of equal files have one name. */
  readonly where: string;
  /** What happened, with the command that repeats it. */
  readonly text: string;
}

/** The figures of a sweep: a test that tries a fault at every place where it can happen. */
export interface SweepResult {
  /** The faults that were tried. */
  faults: number;
  /** How often a database was opened and compared with what it must contain. */
  runs: number;
  /** The names of the cases. */
  readonly cases: Set<string>;
  readonly failures: SweepFailure[];
  fail(where: string, what: string, replay: string): void;
}

export function sweepResult(): SweepResult {
  const failures: SweepFailure[] = [];
  return {
    faults: 0,
    runs: 0,
    cases: new Set(),
    failures,
    fail: (where, what, replay) => {
      failures.push({ where, text: `${where}: ${what}\nagain: npm run crash-report -- --replay '${replay}'` });
    },
  };
}

/** The failures that a test must report: the first one of each case that is not known. */
export function unknownFailures({ failures }: SweepResult, known: Readonly<Record<string, string>> = {}): string[] {
  const first = new Map<string, string>();
  for (const { where, text } of failures) {
    if (known[where] === undefined && !first.has(where)) first.set(where, text);
  }
  return [...first.values()];
}

/** The names of known failures that do not fail any more, so that the list can only become shorter. */
export function fixedFailures({ failures, cases }: SweepResult, known: Readonly<Record<string, string>>): string[] {
  const failed = new Set(failures.map(({ where }) => where));
  return Object.keys(known).filter((where) => cases.has(where) && !failed.has(where));
}

/** Adds the figures of `part` to those of `whole`. */
export function addResult(whole: SweepResult, part: SweepResult): void {
  whole.faults += part.faults;
  whole.runs += part.runs;
  for (const name of part.cases) whole.cases.add(name);
  whole.failures.push(...part.failures);
}
