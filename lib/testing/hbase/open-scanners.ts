import { decodeText } from '../../bytes/text.js';
import type { TResult, TScan } from '../../hbase/thrift/structs.js';
import type { Connection, ResultScanner } from '../../index.js';
import { resultOf } from './data-methods.js';
import { GatewayFailure, internalError } from './gateway-failure.js';
import type { Handlers } from './handlers.js';
import { readScan } from './read-queries.js';

/** A scanner, or null for one that finds nothing; or the error that it keeps answering with. */
interface OpenScanner {
  readonly scanner: ResultScanner | null;
  failed?: { readonly error: unknown };
}

type ScannerMethods = Pick<Handlers, 'openScanner' | 'getScannerRows' | 'closeScanner' | 'getScannerResults'>;

/** The scanners of a gateway's process. Their ids count from 0, and anybody may use them. */
export class OpenScanners {
  private readonly connection: Connection;
  private readonly scanners: Map<number, OpenScanner> = new Map();
  private next = 0;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** The methods that scan. */
  readonly methods: ScannerMethods = {
    openScanner: ({ table, scan }) => {
      this.scanners.set(this.next, { scanner: this.scannerOf(table, scan) });
      return this.next++;
    },
    getScannerRows: async ({ scanner: id, rows = 1 }) => {
      const open = this.scanners.get(id);
      if (open === undefined) throw new GatewayFailure({ kind: 'illegal', message: 'Invalid scanner Id' });
      if (open.failed !== undefined) throw open.failed.error;
      try {
        return await rowsOf(open.scanner, rows, 'getScannerRows');
      } catch (error) {
        open.failed = { error };
        throw error;
      }
    },
    closeScanner: async ({ scanner: id }) => {
      await this.scanners.get(id)?.scanner?.close();
      this.scanners.delete(id);
    },
    getScannerResults: async ({ table, scan, rows = 1 }) => {
      const scanner = this.scannerOf(table, scan);
      try {
        return await rowsOf(scanner, rows, 'getScannerResults');
      } finally {
        await scanner?.close();
      }
    },
  };

  /** Loses all scanners and counts from 0 again, as a gateway that was started anew. */
  async restart(): Promise<void> {
    const lost = [...this.scanners.values()];
    this.scanners.clear();
    this.next = 0;
    await Promise.all(lost.map(({ scanner }) => scanner?.close()));
  }

  private scannerOf(table: Uint8Array, given: TScan): ResultScanner | null {
    const scan = readScan(given);
    return scan === null ? null : this.connection.getTable(decodeText(table)).getScanner(scan);
  }
}

async function rowsOf(scanner: ResultScanner | null, rows: number, method: string): Promise<readonly TResult[]> {
  if (rows < 0) throw internalError(method);
  if (scanner === null || rows === 0) return [];
  return (await scanner.next(rows)).map(resultOf);
}
