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

  /** A line per operation, with the number of runs that played each operation after it. */
  table(): string {
    const width = Math.max(...this.names.map((name) => name.length)) + 1;
    const columns = this.names.map((name, index) => `${String.fromCharCode(97 + index)} = ${name}`).join(', ');
    const header = `${' '.repeat(width)}${this.names.map((_, at) => String.fromCharCode(97 + at).padStart(6)).join('')}`;
    const lines = this.names.map(
      (before) =>
        `${before.padEnd(width)}${this.names.map((after) => String(this.count(before, after)).padStart(6)).join('')}`,
    );
    return [`runs that play the operation of a column after that of a line: ${columns}`, header, ...lines].join('\n');
  }

  private count(before: string, after: string): number {
    return this.runs.get(`${before}\n${after}`) ?? 0;
  }
}
