import { ReturnCode } from '../../filter/return-code.js';
import { FilterEvaluator } from './filter-evaluator.js';
import type { FilterReader } from './filter-reader.js';

/** How many there have been: each draws another sequence. */
let evaluators = 0;

/** Each row by chance. */
export class RandomRowEvaluator extends FilterEvaluator {
  override readonly hasFilterRow: boolean = true;
  private readonly chance: number;
  private state: number;
  private dropped = false;

  constructor(reader: FilterReader) {
    super();
    this.chance = reader.f64();
    this.state = Math.imul(++evaluators, 0x9e3779b9);
  }

  override reset(): void {
    this.dropped = false;
  }

  override filterRowKey(): boolean {
    this.dropped = this.random() >= this.chance;
    return this.dropped;
  }

  override filterCell(): ReturnCode {
    return this.dropped ? ReturnCode.NextRow : ReturnCode.Include;
  }

  override filterRow(): boolean {
    return this.dropped;
  }

  /** From 0 up to, and without, 1. */
  private random(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}
