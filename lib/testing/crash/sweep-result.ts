/** A fault after which something was lost, wrong or not answered. */
export interface SweepFailure {
  /** The name of the case: equal faults of equal files have one name. */
  readonly where: string;
  /** What happened, with the command that repeats it. */
  readonly text: string;
  /** Whether something is missing or wrong. Otherwise a call was rejected, such as the open. */
  readonly isLoss: boolean;
}

/** Something that was acknowledged is missing, or an answer is wrong. */
export class LossError extends Error {
  constructor(what: string) {
    super(what);
    this.name = 'LossError';
  }
}

/** The figures of a sweep: a test that tries a fault at every place where it can happen. */
export interface SweepResult {
  /** The faults that were tried. */
  faults: number;
  /** How often a database was opened and compared with what it must contain. */
  runs: number;
  readonly failures: SweepFailure[];
  /** `failure`: a LossError, or what a call was rejected with. */
  fail(where: string, failure: unknown, replay: string): void;
}

export function sweepResult(): SweepResult {
  const failures: SweepFailure[] = [];
  return {
    faults: 0,
    runs: 0,
    failures,
    fail: (where, failure, replay) => {
      const text = `${where}, ${replay}: ${describe(failure)}\nagain: npm run crash-report -- --replay '${replay}'`;
      failures.push({ where, text, isLoss: failure instanceof LossError });
    },
  };
}

/** The failures that a test reports: the first one of each case. */
export function firstFailures({ failures }: SweepResult): string[] {
  const first = new Map<string, string>();
  for (const { where, text } of failures) if (!first.has(where)) first.set(where, text);
  return [...first.values()];
}

function describe(failure: unknown): string {
  if (failure instanceof LossError) return failure.message;
  return failure instanceof Error
    ? (failure.stack ?? failure.message).split('\n').slice(0, 5).join(' ')
    : String(failure);
}
