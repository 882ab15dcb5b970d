/** Random numbers that depend only on the seed (the small fast counter generator SFC32). */
export class Random {
  private a: number;
  private b = 0;
  private c = 0;
  private counter = 1;

  constructor(seed: number) {
    this.a = seed | 0;
    this.b = Math.floor(seed / 0x1_0000_0000) | 0;
    for (let round = 0; round < 12; round++) this.uint32();
  }

  /** A number with 32 bits. */
  uint32(): number {
    const sum = (this.a + this.b + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** A number from 0 up to, but not including, 1. */
  next(): number {
    return this.uint32() / 0x1_0000_0000;
  }

  /** An integer of 0 … `limit` - 1. REQUIRES limit >= 1. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of `choices`. REQUIRES at least one. */
  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T;
  }

  bytes(length: number): Uint8Array {
    const bytes = new Uint8Array(length);
    for (let i = 0; i < length; i++) bytes[i] = this.uint32();
    return bytes;
  }

  /** A separate generator, so that two users do not disturb each other's sequence. */
  fork(): Random {
    return new Random(this.uint32());
  }
}
