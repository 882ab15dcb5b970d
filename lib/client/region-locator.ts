import type { Session } from './calls/session.js';

/**
 * The location of a table's rows: all in its only region, from the first row to the last. HBase's information about
 * servers does not apply here. Every call rejects with TABLE_NOT_FOUND if the table does not exist. HBase:
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

  /** The first row of each region: one empty key, which means the first row of the table. */
  async getStartKeys(): Promise<Uint8Array[]> {
    return (await this.getStartEndKeys()).startKeys;
  }

  /** The row after each region: one empty key, which means the end of the table. */
  async getEndKeys(): Promise<Uint8Array[]> {
    return (await this.getStartEndKeys()).endKeys;
  }

  /** Start and end keys, region by region. */
  getStartEndKeys(): Promise<{ readonly startKeys: Uint8Array[]; readonly endKeys: Uint8Array[] }> {
    return this.session.run(async () => {
      await this.session.control('alone', 'getDescriptor', this.name);
      return { startKeys: [new Uint8Array()], endKeys: [new Uint8Array()] };
    });
  }

  /** Does nothing: a RegionLocator owns no resources. */
  close(): Promise<void> {
    return Promise.resolve();
  }
}
