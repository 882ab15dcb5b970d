/** At most this many rows are remembered. */
export const MOST_ROWS = 65_536;
/**
 * A table of more slots than this is discarded when its rows are forgotten, because clearing it would take too long.
 */
const KEPT_SLOTS = 8_192;
const FIRST_SLOTS = 2_048;

/**
 * The newest implicit timestamp of rows, and whether it belongs to a delete. A row is identified by only 64 bits of
 * hash: if two rows share them, one of them may get a larger timestamp than necessary, which is safe, and nothing is
 * allocated per row.
 *
 * Uses open addressing: an entry is in the first free slot, starting with its own.
 */
export class RememberedRows {
  #size = 0;
  #largest = -1;
  #highs: Int32Array = new Int32Array(FIRST_SLOTS);
  #lows: Int32Array = new Int32Array(FIRST_SLOTS);
  /** 0: a free slot, 1: a put has the timestamp, 2: a delete. */
  #kinds: Uint8Array = new Uint8Array(FIRST_SLOTS);
  #times: Float64Array = new Float64Array(FIRST_SLOTS);
  /** The row that was found last: its hash and slot. */
  #high = 0;
  #low = 0;
  #slot = 0;

  get size(): number {
    return this.#size;
  }

  /** The largest timestamp of all remembered rows; -1 if there are none. */
  get largest(): number {
    return this.#largest;
  }

  /**
   * Finds a row, to which the methods below then apply. Returns its newest implicit timestamp, or -1 if it is not
   * remembered.
   */
  find(tableId: number, row: Uint8Array, offset: number, length: number): number {
    let high = tableId ^ 0x2545_f491;
    let low = length ^ 0x6a09_e667;
    const end = offset + length;
    for (let at = offset; at < end; at++) {
      const byte = row[at] as number;
      high = Math.imul(high ^ byte, 0x0100_0193);
      low = Math.imul(low ^ byte ^ (low >>> 15), 0x85eb_ca77);
    }
    this.#high = high ^ (high >>> 15);
    this.#low = Math.imul(low ^ (low >>> 13) ^ tableId, 0xc2b2_ae3d);
    this.#slot = this.#slotOf(this.#high, this.#low);
    return this.#kinds[this.#slot] === 0 ? -1 : (this.#times[this.#slot] as number);
  }

  /** Whether the row is remembered and its newest timestamp belongs to a delete. */
  get isDeleted(): boolean {
    return this.#kinds[this.#slot] === 2;
  }

  /** Whether the row is not remembered and there is no room for it. */
  get lacksRoom(): boolean {
    return this.#size >= MOST_ROWS && this.#kinds[this.#slot] === 0;
  }

  /** Remembers its newest timestamp. REQUIRES that there is room for it. */
  set(newest: number, deleted: boolean): void {
    let slot = this.#slot;
    if (this.#kinds[slot] === 0) {
      if (2 * this.#size >= this.#kinds.length) {
        this.#rebuild(2 * this.#kinds.length, 0);
        slot = this.#slot;
      }
      this.#size++;
      this.#highs[slot] = this.#high;
      this.#lows[slot] = this.#low;
    }
    this.#times[slot] = newest;
    this.#kinds[slot] = deleted ? 2 : 1;
    if (newest > this.#largest) this.#largest = newest;
  }

  /** Forgets all rows, including the found one. */
  clear(): void {
    if (this.#kinds.length > KEPT_SLOTS) this.#reset(FIRST_SLOTS);
    else {
      this.#kinds.fill(0);
      this.#size = 0;
      this.#largest = -1;
    }
    this.#slot = this.#slotOf(this.#high, this.#low);
  }

  /**
   * Forgets the rows whose timestamps are below `wall`. If more than half of the room is still used, also forgets those
   * that are least ahead, and returns their largest timestamp; otherwise returns -1.
   */
  makeRoom(wall: number): number {
    this.#rebuild(this.#kinds.length, wall);
    if (2 * this.#size <= MOST_ROWS) return -1;
    const times = this.#times.filter((_, slot) => this.#kinds[slot] !== 0).sort();
    const middle = times[times.length >>> 1] as number;
    this.#rebuild(this.#kinds.length, middle + 1);
    return middle;
  }

  /** The number of rows with a timestamp that is not below `wall`, without those that `others` counts. */
  countFrom(wall: number, others: RememberedRows | null = null): number {
    let count = 0;
    for (let slot = 0; slot < this.#kinds.length; slot++) {
      if (!this.#isFrom(wall, slot)) continue;
      const [high, low] = [this.#highs[slot] as number, this.#lows[slot] as number];
      if (others === null || !others.#isFrom(wall, others.#slotOf(high, low))) count++;
    }
    return count;
  }

  #isFrom(wall: number, slot: number): boolean {
    return this.#kinds[slot] !== 0 && (this.#times[slot] as number) >= wall;
  }

  /** The slot of the row with this hash, or the slot to store it in. */
  #slotOf(high: number, low: number): number {
    const kinds = this.#kinds;
    const mask = kinds.length - 1;
    let slot = (high ^ low) & mask;
    while (kinds[slot] !== 0 && (this.#highs[slot] !== high || this.#lows[slot] !== low)) slot = (slot + 1) & mask;
    return slot;
  }

  /** Keeps the rows with a timestamp of at least `least`, in a table of `slots` slots. */
  #rebuild(slots: number, least: number): void {
    const [highs, lows, kinds, times] = [this.#highs, this.#lows, this.#kinds, this.#times];
    this.#reset(slots);
    for (const [from, kind] of kinds.entries()) {
      const time = times[from] as number;
      if (kind === 0 || time < least) continue;
      const to = this.#slotOf(highs[from] as number, lows[from] as number);
      this.#highs[to] = highs[from] as number;
      this.#lows[to] = lows[from] as number;
      this.#kinds[to] = kind;
      this.#times[to] = time;
      this.#size++;
      if (time > this.#largest) this.#largest = time;
    }
    this.#slot = this.#slotOf(this.#high, this.#low);
  }

  #reset(slots: number): void {
    this.#size = 0;
    this.#largest = -1;
    this.#highs = new Int32Array(slots);
    this.#lows = new Int32Array(slots);
    this.#kinds = new Uint8Array(slots);
    this.#times = new Float64Array(slots);
  }
}
