import type { Session } from './calls/session.js';

/**
 * Where the rows of a table are: all in its only region, from the first row to the last. What HBase's locator says of
 * servers has no meaning here. Every call rejects with TABLE_NOT_FOUND when there is no such table. HBase:
 * `RegionLocator`.
 */
export class RegionLocator {
  private readonly session: Session;
  private readonly name: string;

  constructor(session: Session, name: string) {
    this.session = session;
    this.name = name;
  }

  /** The table's name. */
  getName(): string {
    return this.name;
  }

  /** First row of each region: one, empty, which stands for the first row there is. */
  async getStartKeys(): Promise<Uint8Array[]> {
    return (await this.getStartEndKeys()).startKeys;
  }

  /** Row behind each region: one, empty, which stands for the end of the table. */
  async getEndKeys(): Promise<Uint8Array[]> {
    return (await this.getStartEndKeys()).endKeys;
  }

  /** Both, region by region. */
  getStartEndKeys(): Promise<{ readonly startKeys: Uint8Array[]; readonly endKeys: Uint8Array[] }> {
    return this.session.run(async () => {
      await this.session.control('alone', 'getDescriptor', this.name);
      return { startKeys: [new Uint8Array()], endKeys: [new Uint8Array()] };
    });
  }

  /** Does nothing: a RegionLocator holds nothing. */
  close(): Promise<void> {
    return Promise.resolve();
  }
}
