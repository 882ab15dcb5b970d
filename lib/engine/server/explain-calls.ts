import { toBytesBinary, toStringBinary } from '../../bytes/text.js';
import { invalidArgument } from '../../errors.js';
import { ResultBlockWriter } from '../../keyvalue/result-block.js';
import { readLiteral } from '../../model/literal.js';
import type { ExplainOptions, Explanation, FamilyExplanation, SourceExplanation } from '../../service/explanation.js';
import { decodeFilter } from '../filter/decode-filter.js';
import type { Engine } from '../region/engine.js';
import { type BlockCounts, type FamilyTrace, ReadTrace } from '../region/read-trace.js';
import type { Region } from '../region/region.js';
import type { RowScanner, TracedScan } from '../region/region-reads.js';
import { openIndexScan } from './open-index-scan.js';
import { enabledRegion, tableGone } from './requests.js';
import { checkRawColumns } from './scan-query.js';
import { readSingle, type SingleRead } from './single-read.js';

/** A turn does not delay other requests for longer than this. */
const TURN_MS = 4;
/** The rows of a turn are discarded at its end. */
const TURN_BYTES = 1024 * 1024;
const MAX_CELLS = 1_000_000;

/** Runs reads to measure them, turn by turn, so that other requests run in between. */
export class ExplainCalls {
  readonly #engine: Engine;
  readonly #running = new Set<Promise<unknown>>();
  readonly #writer = new ResultBlockWriter();
  #ending = false;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /**
   * `request`: a request of the operation Get, with one get, or of OpenScanner, in printable form. Throws as that
   * operation does.
   */
  explain(kind: 'get' | 'scan', request: string, options: ExplainOptions): Promise<Explanation> {
    const { maxCells = MAX_CELLS } = readLiteral<ExplainOptions>(options, 'set of explain options', ['maxCells']);
    if (!Number.isSafeInteger(maxCells) || (maxCells as number) < 1)
      throw invalidArgument(`maxCells must be an integer of at least 1; got ${maxCells}`);
    const run = this.#run(readSingle(kind, toBytesBinary(request)), maxCells as number);
    this.#running.add(run);
    const ended = (): boolean => this.#running.delete(run);
    run.then(ended, ended);
    return run;
  }

  /** Ends running reads at once, permanently; resolves when no file is in use any more. */
  async stop(): Promise<void> {
    this.#ending = true;
    await Promise.allSettled(this.#running);
  }

  async #run(read: SingleRead, maxCells: number): Promise<Explanation> {
    const region = this.#engine.regions.get(read.table);
    const { ready, release } = this.#engine.openFiles.hold(region === undefined ? [] : [region]);
    try {
      await ready;
      return await this.#read(read, maxCells);
    } finally {
      release();
    }
  }

  async #read(read: SingleRead, maxCells: number): Promise<Explanation> {
    const { dataClock: clock, yielder } = this.#engine;
    const region = enabledRegion(this.#engine, read.table);
    checkRawColumns(region, read.query);
    let begun = clock.monotonic();
    const { scan, trace, index } = openExplained(this.#engine, region, read);
    const visited = (): number => trace.cells + (index()?.entries ?? 0);
    const deadline = (): boolean => visited() >= maxCells || clock.monotonic() - begun >= TURN_MS;
    let rows = 0;
    let ms = 0;
    try {
      for (;;) {
        const turn = trace.during(() => this.#turn(scan.scanner, read, read.limit - rows, deadline));
        rows += turn.rows;
        ms += clock.monotonic() - begun;
        if (!turn.more || visited() >= maxCells || this.#ending) {
          return {
            table: region.name,
            complete: !turn.more,
            rows,
            ms,
            countingFilters:
              read.query.filter === null ? [] : decodeFilter(read.query.filter as Uint8Array).countingFilters,
            index: index(),
            families: trace.families.map(explainFamily),
          };
        }
        await yielder();
        if (region.closed) throw tableGone(region.name);
        enabledRegion(this.#engine, read.table);
        begun = clock.monotonic();
      }
    } finally {
      scan.close();
    }
  }

  /** One turn of a read; its rows are discarded. */
  #turn(scanner: RowScanner, { existenceOnly }: SingleRead, limit: number, deadline: () => boolean): Turn {
    if (existenceOnly) return { rows: scanner.exists() ? 1 : 0, more: false };
    const writer = this.#writer;
    writer.begin([]);
    const more = scanner.fill(writer, { rows: limit, bytes: TURN_BYTES, deadline });
    const rows = writer.wholeRows;
    return { rows, more: more && rows < limit };
  }
}

/** A read by an index has a trace without families. */
function openExplained(
  engine: Engine,
  region: Region,
  { range, query, byIndex }: SingleRead,
): TracedScan & { readonly index: () => Explanation['index'] } {
  if (byIndex?.index) {
    const { index: name } = byIndex.index;
    const scan = openIndexScan(engine, region, byIndex, byIndex.index);
    return { scan, trace: new ReadTrace([]), index: () => ({ name, entries: scan.entries }) };
  }
  const traced = region.reads.traced(range, query, engine.group.readPoint, engine.dataClock.now());
  return { ...traced, index: () => null };
}

/** The result of one turn of a read, and whether another turn may return more. */
interface Turn {
  readonly rows: number;
  readonly more: boolean;
}

function explainFamily({ family, view, verdicts, blocks, counts }: FamilyTrace): FamilyExplanation {
  const files = view.files.map((file, index): SourceExplanation => {
    const { read, cached } = blocks[index] as BlockCounts;
    const verdict = verdicts[index] ?? 'read';
    const cells = counts.seen[index] as number;
    return { kind: 'file', number: file.info.fileNumber, verdict, cells, blocksRead: read, blocksCached: cached };
  });
  const memory = view.snapshot === null ? [1] : [1, 0];
  const memstores = memory.map((place): SourceExplanation => {
    const cells = counts.seen[files.length + place] as number;
    return { kind: 'memstore', verdict: 'read', cells, blocksRead: 0, blocksCached: 0 };
  });
  const sources = [...memstores, ...files.reverse()];
  return { family: toStringBinary(family), cellsReturned: counts.given, sources };
}
