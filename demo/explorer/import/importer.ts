import { BigtabError, type FailureCause, type Table } from 'bigtab';
import { Store } from '../ui/store.js';
import { type ImportPlan, type PlannedPut, planPut } from './import-plan.js';
import { type FileLine, readLines } from './line-reader.js';
import { type BadLine, createRecordReader, type FileFormat, type FileRecord, isRecord } from './records.js';

/** Rows that are sent and acknowledged together. */
const BATCH_ROWS = 500;
/** Bad lines that are remembered; the others are counted. */
const MAX_LISTED = 100;

/** How far an import is. */
export interface ImportProgress {
  readonly phase: 'idle' | 'running';
  /** Whether lines are only checked. */
  readonly isCheck: boolean;
  readonly bytesRead: number;
  readonly bytes: number;
  /** Rows that were acknowledged, or that could be written. */
  readonly rows: number;
  readonly badLines: number;
  /** The first of them. */
  readonly listed: readonly BadLine[];
  readonly ended: 'finished' | 'cancelled' | 'failed' | null;
  readonly ms: number;
}

const NOTHING: ImportProgress = {
  phase: 'idle',
  isCheck: false,
  bytesRead: 0,
  bytes: 0,
  rows: 0,
  badLines: 0,
  listed: [],
  ended: null,
  ms: 0,
};

/** Imports one file at a time, or checks it. */
export class Importer {
  readonly progress: Store<ImportProgress> = new Store<ImportProgress>(NOTHING);
  private running: AbortController | null = null;

  /** What was told of another file. */
  clear(): void {
    if (this.running === null) this.progress.set(NOTHING);
  }

  cancel(): void {
    this.running?.abort();
  }

  /**
   * Reads a file piece by piece and writes its rows; without a table it only checks the lines. Rejects with what ended it; not
   * when it was cancelled. What was acknowledged before stays.
   */
  async run(file: Blob, format: FileFormat, plan: ImportPlan, table: Table | null): Promise<void> {
    if (this.running !== null) return;
    const running = new AbortController();
    this.running = running;
    this.progress.set({ ...NOTHING, phase: 'running', isCheck: table === null, bytes: file.size });
    const begin = performance.now();
    let ended: ImportProgress['ended'] = 'failed';
    try {
      await this.readAll(file, format, plan, table, running.signal);
      ended = 'finished';
    } catch (error) {
      if (!running.signal.aborted) throw error;
      ended = 'cancelled';
    } finally {
      this.running = null;
      this.change({ phase: 'idle', ended, ms: performance.now() - begin });
    }
  }

  private async readAll(
    file: Blob,
    format: FileFormat,
    plan: ImportPlan,
    table: Table | null,
    signal: AbortSignal,
  ): Promise<void> {
    const reader = createRecordReader(format);
    const take = async (records: readonly (FileRecord | BadLine)[]) => {
      const planned = records.map((record) => (isRecord(record) ? planPut(record, plan) : record));
      this.report(planned.filter((one): one is BadLine => 'reason' in one));
      const puts = planned.filter((one): one is PlannedPut => 'put' in one);
      if (table === null) this.change({ rows: this.progress.value.rows + puts.length });
      else await this.write(table, puts, signal);
    };
    for await (const { lines, bytesRead } of readLines(file)) {
      for (const part of partsOf(lines)) {
        signal.throwIfAborted();
        await take(reader.read(part));
      }
      this.change({ bytesRead });
    }
    await take(reader.end());
    this.change({ bytesRead: file.size });
  }

  private async write(table: Table, puts: readonly PlannedPut[], signal: AbortSignal): Promise<void> {
    if (puts.length === 0) return;
    const list = puts.map(({ put }) => put);
    let refused: readonly BadLine[] = [];
    try {
      await table.put(list, { signal });
    } catch (error) {
      if (!BigtabError.is(error) || error.code !== 'BATCH_FAILED') throw error;
      const causes = error.details.causes as readonly FailureCause[];
      refused = causes.map(({ index, message }) => ({
        line: puts[index]?.line ?? 0,
        reason: `It was refused: ${message}.`,
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

function* partsOf(lines: readonly FileLine[]): Generator<readonly FileLine[]> {
  for (let at = 0; at < lines.length; at += BATCH_ROWS) yield lines.slice(at, at + BATCH_ROWS);
}
