/** A set of the numbers below a limit, in the order in which they were added. */
export class StateSet {
  size = 0;
  readonly #members: Uint32Array;
  /** The index of each number in `members`, if it is one of them. */
  readonly #places: Uint32Array;

  constructor(limit: number) {
    this.#members = new Uint32Array(limit);
    this.#places = new Uint32Array(limit);
  }

  at(index: number): number {
    return this.#members[index] as number;
  }

  has(state: number): boolean {
    const place = this.#places[state] as number;
    return place < this.size && this.#members[place] === state;
  }

  add(state: number): void {
    if (this.has(state)) return;
    this.#members[this.size] = state;
    this.#places[state] = this.size++;
  }

  clear(): void {
    this.size = 0;
  }
}
