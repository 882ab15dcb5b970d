import { ByteWriter } from '../../bytes/byte-writer.js';
import { encodeText } from '../../bytes/text.js';
import type { SessionParts } from '../../client/calls/session.js';
import type { Connection } from '../../client/connection.js';
import { type BigtabError, errorToData } from '../../errors.js';
import type { OpenScannerRequest } from '../../service/scan-codec.js';
import { writeWatchFailure, writeWatchPart } from '../../service/watch-codec.js';
import { type BlockCell, resultBlock } from '../samples/result-blocks.js';
import { connectTo } from './scripted-connection.js';
import type { ScriptedEngine } from './scripted-engine.js';

/** What changes in the rows of a watch. A cell is in the family `f`, in the column `q`. */
export interface WatchChange {
  readonly watch: number;
  readonly reset?: boolean;
  readonly more?: boolean;
  readonly removed?: readonly string[];
  /** The value and the timestamp of each row; without a timestamp, 1. */
  readonly rows?: { readonly [row: string]: string | readonly [value: string, timestamp: number] };
  /** The families in the order of their indexes. Default: `f`. */
  readonly families?: readonly string[];
  /** If it is set, the watch fails. */
  readonly error?: BigtabError;
}

/** A watch that the client has opened. */
export interface OpenedWatch {
  readonly watch: number;
  readonly again: boolean;
  readonly request: OpenScannerRequest;
}

/** A connection to a scripted engine that has watches: its test decides what they report. */
export class WatchedTables {
  readonly connection: Connection;
  readonly engine: ScriptedEngine;
  /** In the order in which they were opened, closed ones too. */
  readonly opened: OpenedWatch[] = [];
  /** The numbers of the watches that the client has closed. */
  readonly closed: number[] = [];
  /** How often the client has requested differences. */
  reads = 0;
  /** If it is set, opening a watch fails. */
  openError: BigtabError | null = null;
  /** The number of the last differences. */
  sent = 0;
  private readonly due: (readonly WatchChange[])[] = [];

  constructor(parts: Partial<Pick<SessionParts, 'clock' | 'yielder'>> = {}) {
    const { connection, engine } = connectTo(
      {
        openWatch: ({ watch, again, scan }) => {
          if (this.openError !== null) throw this.openError;
          // Copies: the packet is reused.
          const request = { ...scan, start: scan.start.slice(), stop: scan.stop.slice() };
          this.opened.push({ watch, again, request });
        },
        readWatches: () => void this.reads++,
        closeWatch: (watch) => void this.closed.push(watch),
      },
      parts,
    );
    this.connection = connection;
    this.engine = engine;
    engine.takeDifferences = () => {
      const changes = this.due.shift();
      return changes === undefined ? null : encodeDifferences(++this.sent, changes);
    };
  }

  /** The next reply ends with these changes; a later one with those of the next call. */
  add(...changes: readonly WatchChange[]): void {
    this.due.push(changes);
  }

  /** Reports to the client that there are differences. */
  wake(): void {
    this.engine.emit({ type: 'watch', connection: 'page-1' });
  }

  /** Sends these changes, with the answer to a put. */
  async change(...changes: readonly WatchChange[]): Promise<void> {
    this.add(...changes);
    await this.connection.getTable('t').put({ row: 'r', cells: { f: { q: 'v' } } });
  }
}

function encodeDifferences(number: number, changes: readonly WatchChange[]): Uint8Array {
  const out = new ByteWriter();
  out.u32(number);
  for (const { watch, reset = false, more = false, removed = [], rows = {}, families = ['f'], error } of changes) {
    if (error !== undefined) {
      writeWatchFailure(out, watch, errorToData(error));
      continue;
    }
    const part = { watch, reset, more, removed: removed.map((row) => encodeText(row)) };
    const block = Object.entries(rows).map(([row, cell]) => {
      const [value, timestamp] = typeof cell === 'string' ? [cell, 1] : cell;
      return { row, cells: [['f', 'q', timestamp, value] satisfies BlockCell] };
    });
    writeWatchPart(out, part, resultBlock(families, block));
  }
  return out.finish();
}
