import { BigtabError, type FailureCause, type Table } from 'bigtab';
import { Store } from '../ui/store.js';
import { isWorkerGone } from '../ui/worker-gone.js';
import { createRecordReader, type FileForm, linesOf } from './file-format.js';
import { type ImportPlan, type PlannedPut, planPut } from './import-plan.js';
import { readLines } from './line-reader.js';
import { type BadLine, type FileRecord, isRecord } from './records.js';

/** The number of rows that are sent and acknowledged together. */
const BATCH_ROWS = 500;
/** The number of bad lines that are listed. The others are only counted. */
const MAX_LISTED = 100;

export interface ImportProgress {
  readonly phase: 'idle' | 'running';
  /** Whether the lines are only checked. */
  readonly isCheck: boolean;
  /** The bytes of the file whose rows were written or checked. */
  readonly bytesDone: number;
  readonly bytes: number;
  /** The rows that were acknowledged, or that passed the check. */
  readonly rows: number;
  readonly badLines: number;
  /** The first bad lines. */
  readonly listed: readonly BadLine[];
  /** How the import ended. `lost`: the worker ended during the import. */
  readonly ended: 'finished' | 'cancelled' | 'lost' | 'failed' | null;
  readonly ms: number;
}

const NOTHING: ImportProgress = {
  phase: 'idle',
  isCheck: false,
  bytesDone: 0,
  bytes: 0,
  rows: 0,
  badLines: 0,
  listed: [],
  ended: null,
  ms: 0,
};

/** Opens the table that an import writes to, and creates it if it is missing. */
export type OpenTable = () => Promise<Table>;

/** Imports one file at a time, or checks it. */
export class Importer {
  readonly progress: Store<ImportProgress> = new Store<ImportProgress>(NOTHING);
  private running: AbortController | null = null;

  /** Clears the report about the last file. */
  clear(): void {
    if (this.running === null) this.progress.set(NOTHING);
  }

  cancel(): void {
    this.running?.abort();
  }

  /**
   * Reads a file piece by piece and writes its rows, or only checks the lines if there is no table. The table is opened
   * for the first row, so a file without rows creates none. Rejects with the error that ended the import. If it was
   * cancelled or its worker ended, `progress` reports that instead. Rows that were already acknowledged are kept.
   */
  async run(file: Blob, form: FileForm, plan: ImportPlan, openTable: OpenTable | null): Promise<void> {
    if (this.running !== null) return;
    const running = new AbortController();
    this.running = running;
    this.progress.set({ ...NOTHING, phase: 'running', isCheck: openTable === null, bytes: file.size });
    const begin = performance.now();
    let ended: ImportProgress['ended'] = 'failed';
    try {
      await this.readAll(file, form, plan, openTable, running.signal);
      ended = 'finished';
    } catch (error) {
      if (running.signal.aborted) ended = 'cancelled';
      else if (isWorkerGone(error)) ended = 'lost';
      else throw error;
    } finally {
      this.running = null;
      this.change({ phase: 'idle', ended, ms: performance.now() - begin });
    }
  }

  private async readAll(
    file: Blob,
    form: FileForm,
    plan: ImportPlan,
    openTable: OpenTable | null,
    signal: AbortSignal,
  ): Promise<void> {
    const reader = createRecordReader(form.format);
    let table: Table | null = null;
    const take = async (batch: readonly (FileRecord | BadLine)[]) => {
      signal.throwIfAborted();
      const planned = batch.map((record) => (isRecord(record) ? planPut(record, plan) : record));
      this.report(planned.filter((one): one is BadLine => 'reason' in one));
      const puts = planned.filter((one): one is PlannedPut => 'put' in one);
      if (openTable === null) this.change({ rows: this.progress.value.rows + puts.length });
      else if (puts.length > 0) {
        table ??= await openTable();
        await this.write(table, puts, signal);
      }
    };
    let bytesDone = 0;
    const takeAll = async (records: readonly (FileRecord | BadLine)[], bytesRead: number) => {
      const bytes = bytesRead - bytesDone;
      for (let at = 0; at < records.length; at += BATCH_ROWS) {
        const end = Math.min(at + BATCH_ROWS, records.length);
        await take(records.slice(at, end));
        this.change({ bytesDone: bytesDone + Math.floor((bytes * end) / records.length) });
      }
      bytesDone = bytesRead;
    };
    for await (const { lines, bytesRead } of readLines(file, linesOf(form))) {
      signal.throwIfAborted();
      await takeAll(reader.read(lines), bytesRead);
    }
    await takeAll(reader.end(), file.size);
    this.change({ bytesDone: file.size });
  }

  private async write(table: Table, puts: readonly PlannedPut[], signal: AbortSignal): Promise<void> {
    const list = puts.map(({ put }) => put);
    let refused: readonly BadLine[] = [];
    try {
      await table.put(list, { signal });
    } catch (error) {
      if (!BigtabError.is(error) || error.code !== 'BATCH_FAILED') throw error;
      const causes = error.details.causes as readonly FailureCause[];
      refused = causes.map(({ index, message }) => ({
        line: puts[index]?.line ?? 0,
        reason: `The database rejected the record: ${message}.`,
      }));
    }
    this.report(refused);
    this.change({ rows: this.progress.value.rows + list.length - refused.length });
  }

  private report(bad: readonly BadLine[]): void {
    if (bad.length === 0) return;
    const { badLines, listed } = this.progress.value;
    this.change({ badLines: badLines + bad.length, listed: [...listed, ...bad].slice(0, MAX_LISTED) });
  }

  private change(part: Partial<ImportProgress>): void {
    this.progress.set({ ...this.progress.value, ...part });
  }
}
