import { toBytesBinary } from '../bytes/text.js';
import type { Session } from './calls/session.js';

/**
 * The regions of a table. Bigtab's own engine keeps all rows in one region, from the first row to the last; over a cluster
 * these are HBase's regions. Every call rejects with TABLE_NOT_FOUND if the table does not exist. HBase: `RegionLocator`.
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

  /** The first row of each region, in order; the first one is the empty key, which means the first row of the table. */
  async getStartKeys(): Promise<Uint8Array[]> {
    return (await this.getStartEndKeys()).startKeys;
  }

  /** The row after each region, in order; the last one is the empty key, which means the end of the table. */
  async getEndKeys(): Promise<Uint8Array[]> {
    return (await this.getStartEndKeys()).endKeys;
  }

  /** Start and end keys, region by region. */
  getStartEndKeys(): Promise<{ readonly startKeys: Uint8Array[]; readonly endKeys: Uint8Array[] }> {
    return this.session.run(async () => {
      const starts = await this.session.control('alone', 'regionStarts', this.name);
      return {
        startKeys: starts.map(toBytesBinary),
        endKeys: [...starts.slice(1), ''].map(toBytesBinary),
      };
    });
  }

  /** Does nothing: a RegionLocator owns no resources. */
  close(): Promise<void> {
    return Promise.resolve();
  }
}
