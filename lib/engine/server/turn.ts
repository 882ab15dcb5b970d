import { BigtabError, invalidArgument } from '../../errors.js';
import type { MutateRequest } from '../../model/mutate-request.js';
import type { ActionRequest } from '../../model/row-action.js';
import { readActions } from '../../service/action-codec.js';
import { readAtomicBatch } from '../../service/atomic-batch-codec.js';
import { Operation } from '../../service/client-service.js';
import type { EngineEvent } from '../../service/engine-event.js';
import { readGet } from '../../service/get-codec.js';
import { readMutate } from '../../service/mutate-codec.js';
import type { Answer, RequestCall, Sender } from '../../service/packet-codec.js';
import { readBatchNumber, readOpenScanner, readScannerId } from '../../service/scan-codec.js';
import { readOpenWatch, readWatchNumber } from '../../service/watch-codec.js';
import { isOutOfSpace } from '../../storage/fs/file-errors.js';
import type { StoreFile } from '../../storage/storefile/store-file.js';
import { writtenCells } from '../mutation/written-cells.js';
import type { OperationId } from '../region/commit-group.js';
import type { Engine } from '../region/engine.js';
import type { Watches } from '../watch/watches.js';
import { ChangedRows } from './changed-rows.js';
import { dependsOnVersion } from './held-calls.js';
import { outdated } from './outdated.js';
import { mutatedRows, type Ran, rowsOfActions, unwritten } from './ran.js';
import type { Requests } from './requests.js';
import type { ScannerLeases } from './scanner-leases.js';

/** A group is cut at this size or age, but never within a request. */
const GROUP_BYTES = 1024 * 1024;
const GROUP_MS = 2;

/** Whether a call changes data: then it waits for memory, is logged and gets an operation id. */
export function isMutation(call: RequestCall): boolean {
  const { operation } = call;
  return operation === Operation.Mutate || operation === Operation.Batch || operation === Operation.AtomicBatch;
}

/** The size of an answer, as counted for its reply; an error is short. */
export function answerBytes(answer: Answer): number {
  return 'payload' in answer ? answer.payload.length : 0;
}

/** What was tried for earlier turns of the packet, and what limits this one. */
export interface Tries {
  /** The number of bytes of answers that ends it. */
  readonly room: number;
  /** This many calls run even if their answers cannot be kept. */
  readonly least: number;
  /** Files that were opened again. */
  readonly reopened: ReadonlySet<StoreFile>;
  /** False if no more room can be made on the device. */
  readonly hasRoom: boolean;
}

interface Failed {
  readonly error: unknown;
}

/**
 * One synchronous turn: runs calls in order as commit groups and answers them. Reads see the group's earlier writes. If
 * a group cannot be logged, its mutations are answered with the error and its reads run again without its writes.
 */
export class Turn {
  /** Places of the calls whose answers wait until the log is on the device. */
  readonly forced: Set<number> = new Set();
  /** The file whose dead handle ended it before a call, which has changed nothing; or null. */
  stoppedBy: StoreFile | null = null;
  /** Whether it ended before a group for which the device had no room. */
  lacksRoom = false;
  /** Whether it ended before a mutation whose answer cannot be kept until the connection has acknowledged others. */
  isFull = false;
  readonly #engine: Engine;
  readonly #requests: Requests;
  readonly #leases: ScannerLeases;
  readonly #watches: Watches;
  readonly #emit: ((event: EngineEvent) => void) | null;
  readonly #sender: Sender;
  /** Refuses the calls of a connection for whose code the tables are too new. */
  readonly #outdated: BigtabError | null;
  /** The rows changed by the groups that have ended, and by the current group. */
  readonly #changed = new ChangedRows();
  readonly #changing = new ChangedRows();
  readonly #answers: (Ran | Failed)[] = [];
  #hasRoom = false;
  /** How many bytes of answers the group may add to those that are kept for the connection. */
  #keepable = 0;

  /** `emit` is null while there are no listeners. `sender`: who has sent the calls. */
  constructor(
    engine: Engine,
    requests: Requests,
    leases: ScannerLeases,
    watches: Watches,
    emit: ((event: EngineEvent) => void) | null,
    sender: Sender,
  ) {
    this.#engine = engine;
    this.#requests = requests;
    this.#leases = leases;
    this.#watches = watches;
    this.#emit = emit;
    this.#sender = sender;
    this.#outdated = outdated(engine, sender);
  }

  /**
   * Ends with the call whose answer brings the answers to `room` bytes. `busy`: mutations are answered with this error
   * and not run. Ends before a call that finds the handle of a file dead, or before the first mutation of a group for
   * which the device has no room, unless `tries` says that this was tried: then calls are answered with the error.
   */
  run(calls: readonly RequestCall[], busy: unknown, tries: Tries): Answer[] {
    const { group, clock, watch, operations } = this.#engine;
    const { connection } = this.#sender;
    const { reopened, room, least } = tries;
    const { lost } = watch;
    this.#hasRoom = tries.hasRoom;
    this.#keepable = operations.roomOf(connection);
    let start = 0;
    let since = clock.monotonic();
    for (let index = 0, bytes = 0; index < calls.length && bytes < room; index++) {
      const call = calls[index] as RequestCall;
      if (this.#keepable <= 0 && index >= least && isMutation(call) && !operations.has(connection, call.number)) {
        this.isFull = true;
        break;
      }
      const refused = busy !== null && isMutation(call);
      const answer = refused ? { error: busy } : this.#answer(call, index);
      this.#answers.push(answer);
      if (watch.lost !== lost && !reopened.has(watch.lastLost as StoreFile)) {
        this.stoppedBy = watch.lastLost;
        this.#stop(calls, start);
        break;
      }
      bytes += answerBytes(answer);
      if ('kept' in answer && answer.durability !== null) this.#keepable -= answer.kept.length;
      // Reads make no group, and reading the clock costs as much as a part of one.
      if (!isMutation(call) || (group.bytes < GROUP_BYTES && clock.monotonic() - since < GROUP_MS)) continue;
      this.#endGroup(calls, start, index + 1);
      if (this.lacksRoom) break;
      start = index + 1;
      since = clock.monotonic();
    }
    if (this.stoppedBy === null && !this.lacksRoom) this.#endGroup(calls, start, this.#answers.length);
    if (this.#emit !== null) for (const event of this.#changed.events()) this.#emit(event);
    return this.#answers;
  }

  #answer(call: RequestCall, index: number): Ran | Failed {
    const { connection } = this.#sender;
    const operation: OperationId | null = call.number > 0 ? { connection, number: call.number } : null;
    const start = call.payload.offset;
    try {
      if (operation !== null) {
        const known = this.#engine.operations.answerOf(connection, call.number, call.repeated);
        if (known !== null) {
          // It ran, but its writes may not have reached the device yet.
          this.forced.add(index);
          const repeated = this.#repeat(call, known);
          if (this.#emit !== null) repeated.eachRow((table, row) => this.#changed.note(table, row));
          return repeated;
        }
      }
      if (this.#outdated !== null && dependsOnVersion(call.operation)) throw this.#outdated;
      const ran = this.#run(call, operation);
      if (ran.durability === 'FSYNC_WAL') this.forced.add(index);
      if (this.#emit !== null) ran.eachRow((table, row) => this.#changing.note(table, row));
      if (!this.#watches.isEmpty) ran.eachRow(this.#watches.note);
      return ran;
    } catch (error) {
      return { error };
    } finally {
      call.payload.offset = start;
    }
  }

  /**
   * Answers a call that ran before, which is reported to listeners again: the engine that ran it may have died before
   * it could.
   */
  #repeat({ operation, payload }: RequestCall, known: Uint8Array): Ran {
    switch (operation) {
      case Operation.Batch:
        return this.#requests.repeatBatch(readActions(payload), known);
      case Operation.AtomicBatch:
        return { ...unwritten(known), eachRow: (note) => rowsOfActions(readAtomicBatch(payload).mutations)(note) };
      case Operation.Mutate:
        return { ...unwritten(known), eachRow: (note) => mutatedRows(readMutate(payload))(note) };
      default:
        return unwritten(known);
    }
  }

  #run({ operation: kind, payload }: RequestCall, operation: OperationId | null): Ran {
    const { connection, durability } = this.#sender;
    switch (kind) {
      case Operation.Mutate:
        return this.#requests.mutate(this.#accepted(readMutate(payload)), operation, durability);
      case Operation.Batch:
        return this.#requests.batch(this.#accepted(readActions(payload)), operation, durability);
      case Operation.AtomicBatch: {
        const request = readAtomicBatch(payload);
        for (const part of request.mutations) this.#accepted(part);
        return this.#requests.atomicBatch(request, operation, durability);
      }
      case Operation.Get:
        return this.#requests.get(readGet(payload));
      case Operation.OpenScanner:
        return this.#requests.openScanner(readOpenScanner(payload), connection);
      case Operation.NextBatch:
        return this.#requests.nextBatch(readScannerId(payload), connection, readBatchNumber(payload));
      case Operation.RenewLease:
        return this.#requests.renewLease(readScannerId(payload), connection);
      case Operation.CloseScanner:
        return this.#requests.closeScanner(readScannerId(payload), connection);
      case Operation.OpenWatch:
        return this.#requests.openWatch(readOpenWatch(payload), connection);
      case Operation.ReadWatches:
        return this.#requests.readWatches();
      case Operation.CloseWatch:
        return this.#requests.closeWatch(readWatchNumber(payload), connection);
      default:
        throw invalidArgument(`There is no data operation ${kind}`);
    }
  }

  /** Throws the error with which the database refuses the request in its present state. */
  #accepted<T extends MutateRequest | ActionRequest>(request: T): T {
    const { state } = this.#engine;
    if (!state.acceptsAll) state.checkAccepts(writtenCells(request));
    return request;
  }

  #endGroup(calls: readonly RequestCall[], start: number, end: number): void {
    const { group, state } = this.#engine;
    const { connection } = this.#sender;
    try {
      if (state.is('full')) state.logged(group.bytes);
      group.end();
    } catch (error) {
      this.#changing.clear();
      if (this.#hasRoom && canRunAgain(error)) {
        this.lacksRoom = true;
        this.#forget(calls, start);
      } else for (let index = start; index < end; index++) this.#undo(calls[index] as RequestCall, index, error);
      return;
    }
    this.#changed.add(this.#changing);
    this.#changing.clear();
    const { operations } = this.#engine;
    for (let index = start; index < end; index++) {
      const call = calls[index] as RequestCall;
      const answer = this.#answers[index] as Ran | Failed;
      if (call.number > 0 && 'kept' in answer) operations.ran(connection, call.number, answer.kept);
    }
    this.#keepable = operations.roomOf(connection);
  }

  /** Undoes the group that began with call `start`: its calls run again. */
  #stop(calls: readonly RequestCall[], start: number): void {
    const { group } = this.#engine;
    group.poison(new Error('the group runs again'));
    try {
      group.end();
    } catch {
      // As ordered.
    }
    this.#forget(calls, start);
  }

  /** Drops the answers of a group that was undone, from its first mutation on, or else the last one. */
  #forget(calls: readonly RequestCall[], start: number): void {
    const last = this.#answers.length - 1;
    let first = start;
    while (first < last && !isMutation(calls[first] as RequestCall)) first++;
    this.#changing.clear();
    for (let index = first; index <= last; index++) {
      this.forced.delete(index);
      const answer = this.#answers[index] as Ran | Failed;
      // The client of an older scanner continues after its last row with another one.
      if ('scannerId' in answer) this.#leases.close(answer.scannerId);
    }
    this.#answers.length = first;
  }

  /** Answers a call of a group that was not logged. */
  #undo(call: RequestCall, index: number, error: unknown): void {
    const { connection } = this.#sender;
    const before = this.#answers[index] as Ran | Failed;
    switch (call.operation) {
      case Operation.Mutate:
      case Operation.Batch:
      case Operation.AtomicBatch:
        // A call that was refused for its own reason wrote nothing. Conditions may have been judged by what is undone.
        if ('error' in before && !isJudgement(before.error)) return;
        // A call that ran before and was sent again does not belong to this group, but its gets may have seen the
        // group.
        if (this.#engine.operations.answerOf(connection, call.number) !== null) {
          this.#answers[index] = this.#answer(call, index);
          return;
        }
        this.forced.delete(index);
        this.#answers[index] = { error };
        return;
      case Operation.OpenScanner:
      case Operation.NextBatch: {
        // Its scanner may be positioned on a removed cell, so the scanner ends; the client opens another one after its
        // last row.
        if ('scannerId' in before) this.#leases.close(before.scannerId);
        // A batch of an older scanner shows nothing of the group.
        if (call.operation === Operation.OpenScanner) this.#answers[index] = this.#answer(call, index);
        return;
      }
      case Operation.Get:
        this.#answers[index] = this.#answer(call, index);
    }
  }
}

/** Whether the error depends on what the rows contained. */
function isJudgement(error: unknown): boolean {
  return BigtabError.is(error) && (error.code === 'CONDITION_FAILED' || error.code === 'CONFLICT');
}

/** Whether a group failed only because there was no room, and left nothing in the log. */
function canRunAgain(error: unknown): boolean {
  return isOutOfSpace(error) && (error as BigtabError).details.outcome !== 'unknown';
}
