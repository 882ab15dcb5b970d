/** Counts in how many runs an operation was played after another one. */
export class Coverage {
  private readonly names: readonly string[];
  private readonly runs = new Map<string, number>();
  /** The steps that were played. */
  steps = 0;

  constructor(names: readonly string[]) {
    this.names = names;
  }

  /** Adds a run: the labels of its steps, in order. */
  add(labels: readonly string[]): void {
    this.steps += labels.length;
    const earlier = new Set<string>();
    const pairs = new Set<string>();
    for (const label of labels) {
      if (!this.names.includes(label)) throw new Error(`the table of pairs has no operation ${label}`);
      for (const before of earlier) pairs.add(`${before}\n${label}`);
      earlier.add(label);
    }
    for (const pair of pairs) this.runs.set(pair, (this.runs.get(pair) ?? 0) + 1);
  }

  /** Pairs that no run has played. */
  get missing(): readonly string[] {
    return this.names.flatMap((before) =>
      this.names.filter((after) => this.count(before, after) === 0).map((after) => `${before}, then ${after}`),
    );
  }

  /** A line per operation, with the number of runs that played each operation after it, and the pairs that none did. */
  table(): string {
    const width = Math.max(...this.names.map((name) => name.length)) + 4;
    const row = (cells: readonly (string | number)[]): string => cells.map((cell) => String(cell).padStart(5)).join('');
    const lines = this.names.map((before, at) => {
      const name = `${String(at + 1).padStart(2)} ${before}`;
      return `${name.padEnd(width)}${row(this.names.map((after) => this.count(before, after)))}`;
    });
    const { missing } = this;
    return [
      'In how many runs the operation of a column came after that of a line:',
      `${' '.repeat(width)}${row(this.names.map((_, at) => at + 1))}`,
      ...lines,
      `${missing.length} pairs are at zero${missing.length === 0 ? '' : `: ${missing.join('; ')}`}`,
    ].join('\n');
  }

  private count(before: string, after: string): number {
    return this.runs.get(`${before}\n${after}`) ?? 0;
  }
}
