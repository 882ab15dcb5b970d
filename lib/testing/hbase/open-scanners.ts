import { decodeFilter } from '../../engine/filter/decode-filter.js';
import type { TResult, TScan } from '../../hbase/thrift/structs.js';
import type { Connection, ResultScanner, Scan, Table } from '../../index.js';
import { familyNameBytes } from '../../model/schema/family-descriptor.js';
import { resultOf, tableAt } from './data-methods.js';
import { GatewayFailure, internalError, serverError } from './gateway-failure.js';
import type { Handlers } from './handlers.js';
import { readScan } from './read-queries.js';

interface OpenScanner {
  readonly table: Table;
  /** Null for a scan that finds nothing. */
  readonly scan: Scan | null;
  readonly scanner: ResultScanner | null;
  /** The error with which it answers from now on. */
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
      this.scanners.set(this.next, this.open(table, scan));
      return this.next++;
    },
    getScannerRows: async ({ scanner: id, rows = 1 }) => {
      const open = this.scanners.get(id);
      if (open === undefined) throw new GatewayFailure({ kind: 'illegal', message: 'Invalid scanner Id' });
      if (rows < 0) throw internalError('getScannerRows');
      if (open.failed !== undefined) throw open.failed.error;
      try {
        return await rowsOf(open, rows);
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
      if (rows < 0) throw internalError('getScannerResults');
      const open = this.open(table, scan);
      try {
        return await rowsOf(open, rows);
      } finally {
        await open.scanner?.close();
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

  private open(name: Uint8Array, given: TScan): OpenScanner {
    const scan = readScan(given);
    const table = tableAt(this.connection, name);
    return { table, scan, scanner: scan === null ? null : table.getScanner(scan) };
  }
}

async function rowsOf({ table, scan, scanner }: OpenScanner, rows: number): Promise<readonly TResult[]> {
  if (scan === null || scanner === null || rows === 0) return [];
  await refuseOnDemand(table, scan);
  const results = await scanner.next(rows);
  return results.map((result, index) => {
    // After a full batch, HBase does not let a filter judge whether the row has more cells, unless the scan has ended.
    const isLast = index === results.length - 1 && results.length < rows;
    const isOpen = result.size === scan.batch && scan.filter !== null && !isLast;
    return { ...resultOf(result), partial: result.mayHaveMoreCellsInRow() || isOpen };
  });
}

/** HBase cannot read the families that a filter does not need after the others in a reversed scan. */
async function refuseOnDemand(table: Table, { reversed, filter, families }: Scan): Promise<void> {
  if (!reversed || filter === null) return;
  const evaluator = decodeFilter(filter.toByteArray());
  const all = async () => (await table.getDescriptor()).families.map(({ name }) => familyNameBytes(name));
  const names = families.length > 0 ? families.map(({ family }) => family) : await all();
  if (names.every((name) => evaluator.isFamilyEssential(name))) return;
  throw serverError(
    'org.apache.hadoop.hbase.DoNotRetryIOException',
    'Reverse scan with loading CFs on demand is not supported',
  );
}
