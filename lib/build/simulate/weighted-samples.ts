/** Values with the time for which each applied. */
export class WeightedSamples {
  private readonly samples: { readonly value: number; readonly weight: number }[] = [];
  private largest = 0;

  /** Does nothing if `weight` is 0, except that the value counts for `most`. */
  add(value: number, weight: number): void {
    this.largest = Math.max(this.largest, value);
    if (weight > 0) this.samples.push({ value, weight });
  }

  /** The largest value, however short it applied. */
  get most(): number {
    return this.largest;
  }

  get mean(): number {
    const weight = this.weight;
    return weight === 0 ? 0 : this.samples.reduce((sum, sample) => sum + sample.value * sample.weight, 0) / weight;
  }

  /** The smallest value such that this part of the time has no larger one. */
  quantile(part: number): number {
    let left = part * this.weight;
    for (const { value, weight } of this.samples.toSorted((a, b) => a.value - b.value)) {
      left -= weight;
      if (left <= 0) return value;
    }
    return this.largest;
  }

  private get weight(): number {
    return this.samples.reduce((sum, { weight }) => sum + weight, 0);
  }
}
