import { compareRanges } from '../bytes/compare.js';
import { CELL_HEADER_BYTES } from '../keyvalue/cell-layout.js';
import type { OperationId } from '../region/commit-group.js';
import type { Engine } from '../region/engine.js';
import { Operation } from '../service/client-service.js';
import type { EngineEvent } from '../service/engine-event.js';
import { readGet } from '../service/get-codec.js';
import { readIncrement } from '../service/increment-codec.js';
import { type MutateRequest, readMutate } from '../service/mutate-codec.js';
import type { Answer, RequestCall } from '../service/packet-codec.js';
import { readOpenScanner, readScannerId } from '../service/scan-codec.js';
import type { Requests } from './requests.js';
import type { ScannerLeases } from './scanner-leases.js';

/** A group is cut at this size or age, a request never. */
const GROUP_BYTES = 1024 * 1024;
const GROUP_MS = 2;

/** Whether a call changes data, and so waits for memory, is logged and gets an operation id. */
export function isMutation(call: RequestCall): boolean {
  return call.operation === Operation.Mutate || call.operation === Operation.Increment;
}

/** Rows that a turn changed in one table. */
interface ChangedRows {
  first: Uint8Array;
  last: Uint8Array;
}

/**
 * One synchronous turn: runs calls in order as commit groups and answers them. Reads see the group's earlier writes. When a group
 * cannot be logged, its mutations are answered with the error and its reads run again on what stands.
 */
export class Turn {
  readonly #engine: Engine;
  readonly #requests: Requests;
  readonly #leases: ScannerLeases;
  readonly #emit: ((event: EngineEvent) => void) | null;
  #changed = new Map<string, ChangedRows>();
  #answers: Answer[] = [];
  /** Whether a mutation asked that its group be forced to the device before it is answered. */
  needsSync = false;

  /** `emit` is null while nobody listens. */
  constructor(engine: Engine, requests: Requests, leases: ScannerLeases, emit: ((event: EngineEvent) => void) | null) {
    this.#engine = engine;
    this.#requests = requests;
    this.#leases = leases;
    this.#emit = emit;
  }

  /** `busy`: mutations are answered with it and not run. */
  run(connection: string, calls: readonly RequestCall[], busy: unknown): Answer[] {
    const { group, clock } = this.#engine;
    let start = 0;
    let since = clock.monotonic();
    for (const [index, call] of calls.entries()) {
      this.#answers.push(busy !== null && isMutation(call) ? { error: busy } : this.#answer(connection, call));
      if (group.bytes < GROUP_BYTES && clock.monotonic() - since < GROUP_MS) continue;
      this.#endGroup(connection, calls, start, index + 1);
      start = index + 1;
      since = clock.monotonic();
    }
    this.#endGroup(connection, calls, start, calls.length);
    for (const [table, { first, last }] of this.#changed) {
      this.#emit?.({ type: 'commit', table, firstRow: first, lastRow: last });
    }
    return this.#answers;
  }

  #answer(connection: string, call: RequestCall): Answer {
    const operation: OperationId | null = call.number > 0 ? { connection, number: call.number } : null;
    try {
      if (operation !== null) {
        const known = this.#engine.operations.answerOf(connection, call.number);
        if (known !== null) return { payload: known };
      }
      return { payload: this.#run(call, operation) };
    } catch (error) {
      return { error };
    }
  }

  #run(call: RequestCall, operation: OperationId | null): Uint8Array {
    const { operation: kind, payload } = call;
    const start = payload.offset;
    try {
      switch (kind) {
        case Operation.Mutate: {
          const request = readMutate(payload);
          this.#needSync(request);
          const answer = this.#requests.mutate(request, operation);
          if (this.#emit !== null) this.#noteRows(request);
          return answer;
        }
        case Operation.Increment: {
          const request = readIncrement(payload);
          this.#needSync(request);
          const answer = this.#requests.increment(request, operation);
          if (this.#emit !== null) this.#note(request.table, request.row);
          return answer;
        }
        case Operation.Get:
          return this.#requests.get(readGet(payload));
        case Operation.OpenScanner:
          return this.#requests.openScanner(readOpenScanner(payload));
        case Operation.NextBatch:
          return this.#requests.nextBatch(readScannerId(payload));
        case Operation.CloseScanner:
          return this.#requests.closeScanner(readScannerId(payload));
        default:
          throw new Error(`no data operation ${kind}`);
      }
    } finally {
      payload.offset = start;
    }
  }

  #endGroup(connection: string, calls: readonly RequestCall[], start: number, end: number): void {
    try {
      this.#engine.group.end();
    } catch (error) {
      this.#changed.clear();
      this.needsSync = false;
      for (let index = start; index < end; index++) this.#undo(connection, calls[index] as RequestCall, index, error);
      return;
    }
    for (let index = start; index < end; index++) {
      const call = calls[index] as RequestCall;
      const answer = this.#answers[index] as Answer;
      if (call.number > 0 && 'payload' in answer) this.#engine.operations.ran(connection, call.number, answer.payload);
    }
  }

  /** Answers a call of a group that was not logged. Batches of older scanners did not depend on the group and stay. */
  #undo(connection: string, call: RequestCall, index: number, error: unknown): void {
    if (isMutation(call)) {
      this.#answers[index] = { error };
    } else if (call.operation === Operation.Get || call.operation === Operation.OpenScanner) {
      const before = this.#answers[index] as Answer;
      if (call.operation === Operation.OpenScanner && 'payload' in before) {
        this.#leases.close(new DataView(before.payload.buffer, before.payload.byteOffset).getFloat64(0, true));
      }
      this.#answers[index] = this.#answer(connection, call);
    }
  }

  #needSync(request: { readonly table: string; readonly durability: MutateRequest['durability'] }): void {
    const region = this.#requests.region(request.table);
    if (this.#requests.effectiveDurability(region, request.durability) === 'FSYNC_WAL') this.needsSync = true;
  }

  #noteRows(request: MutateRequest): void {
    const { view, bytes } = request.block;
    let at = request.offset;
    for (let index = 0; index < request.mutations; index++) {
      const row = at + 8 + CELL_HEADER_BYTES;
      this.#note(request.table, bytes.subarray(row, row + view.getUint16(at + 8, true)));
      at += 8 + view.getUint32(at + 4, true);
    }
  }

  #note(table: string, row: Uint8Array): void {
    const rows = this.#changed.get(table);
    if (rows === undefined) {
      const copy = row.slice();
      this.#changed.set(table, { first: copy, last: copy });
      return;
    }
    if (compareRanges(row, 0, row.length, rows.first, 0, rows.first.length) < 0) rows.first = row.slice();
    if (compareRanges(row, 0, row.length, rows.last, 0, rows.last.length) > 0) rows.last = row.slice();
  }
}
