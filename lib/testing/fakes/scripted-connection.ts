import type { SessionParts } from '../../client/calls/session.js';
import { Connection } from '../../client/connection.js';
import { systemClock } from '../../clock.js';
import type { GetRequest } from '../../model/get-request.js';
import type { MutateRequest } from '../../model/mutate-request.js';
import type { ActionRequest } from '../../model/row-action.js';
import { encodeActionsReply, readActions } from '../../service/action-codec.js';
import { type AtomicRequest, readAtomicBatch } from '../../service/atomic-batch-codec.js';
import { Operation } from '../../service/client-service.js';
import { encodeControlReply, readControl } from '../../service/control-codec.js';
import type { ControlRequest, EngineMethods } from '../../service/control-methods.js';
import { readGet } from '../../service/get-codec.js';
import { encodeMutateReply, readMutate } from '../../service/mutate-codec.js';
import { type OpenScannerRequest, readBatchNumber, readOpenScanner, readScannerId } from '../../service/scan-codec.js';
import { type OpenWatchRequest, readOpenWatch, readWatchNumber } from '../../service/watch-codec.js';
import { createYielder } from '../../yielder.js';
import { encodeGetReply, encodeScanReply } from '../samples/replies.js';
import { resultBlock } from '../samples/result-blocks.js';
import { ScriptedEngine } from './scripted-engine.js';

/** A control request that a client of this build sent. */
export interface EngineRequest extends ControlRequest {
  readonly method: keyof EngineMethods;
}

/** How the engine of a test answers. A call that is left out is answered with "done" or "nothing found". */
export interface ConnectionScript {
  mutate?(request: MutateRequest): Uint8Array;
  get?(request: GetRequest): Uint8Array;
  openScanner?(request: OpenScannerRequest): Uint8Array;
  /** This and the following receive the number of the scanner. */
  nextBatch?(scanner: number, batch: number): Uint8Array;
  closeScanner?(scanner: number): void;
  renewLease?(scanner: number): boolean;
  /** If it throws, the engine does not open the watch. */
  openWatch?(request: OpenWatchRequest): void;
  readWatches?(): void;
  closeWatch?(watch: number): void;
  batch?(request: ActionRequest): Uint8Array;
  /** If it throws, nothing is applied. */
  atomicBatch?(request: AtomicRequest): void;
  control?(request: EngineRequest): unknown;
}

/** A connection to an engine that answers as scripted. Without a clock and a yielder, it uses the platform's. */
export function connectTo(
  script: ConnectionScript,
  parts: Partial<Pick<SessionParts, 'clock' | 'yielder'>> = {},
): {
  readonly connection: Connection;
  readonly engine: ScriptedEngine;
} {
  const nothing = resultBlock([], []);
  const engine = new ScriptedEngine(({ operation, payload }) => {
    switch (operation) {
      case Operation.Mutate:
        return script.mutate?.(readMutate(payload)) ?? encodeMutateReply([]);
      case Operation.Get: {
        const request = readGet(payload);
        const rows = request.gets.map(() => ({ row: '', cells: [] }));
        return script.get?.(request) ?? encodeGetReply(rows.length, resultBlock([], rows));
      }
      case Operation.OpenScanner:
        return script.openScanner?.(readOpenScanner(payload)) ?? encodeScanReply(0, nothing);
      case Operation.NextBatch:
        return (
          script.nextBatch?.(readScannerId(payload).number, readBatchNumber(payload)) ?? encodeScanReply(0, nothing)
        );
      case Operation.RenewLease:
        return Uint8Array.of(script.renewLease?.(readScannerId(payload).number) ? 1 : 0);
      case Operation.OpenWatch:
        script.openWatch?.(readOpenWatch(payload));
        return new Uint8Array();
      case Operation.ReadWatches:
        script.readWatches?.();
        return new Uint8Array();
      case Operation.CloseWatch:
        script.closeWatch?.(readWatchNumber(payload));
        return new Uint8Array();
      case Operation.CloseScanner:
        script.closeScanner?.(readScannerId(payload).number);
        return new Uint8Array();
      case Operation.Batch: {
        const request = readActions(payload);
        const done = { done: true, payload: resultBlock([], [{ row: '', cells: [] }]) };
        return script.batch?.(request) ?? encodeActionsReply(request.actions.map(() => done));
      }
      case Operation.AtomicBatch: {
        const outcome = { done: true, payload: resultBlock([], [{ row: '', cells: [] }]) };
        const request = readAtomicBatch(payload);
        script.atomicBatch?.(request);
        const actions = request.mutations.flatMap((part) => part.actions);
        return encodeActionsReply(actions.map(() => outcome));
      }
      case Operation.Control:
        return Promise.resolve(script.control?.(readControl(payload) as EngineRequest)).then(encodeControlReply);
    }
  });
  const yielder = createYielder();
  const { transport } = engine;
  const connection = new Connection({
    name: 'crawl',
    id: 'page-1',
    transport: { ...transport, close: () => transport.close().then(() => yielder.close()) },
    clock: systemClock,
    yielder: yielder.yield,
    ...parts,
  });
  return { connection, engine };
}
