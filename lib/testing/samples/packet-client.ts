import { ByteReader } from '../../bytes/byte-reader.js';
import { decodeText } from '../../bytes/text.js';
import { BigtabError, type ErrorData } from '../../errors.js';
import { encodedCellLength, readCell } from '../../keyvalue/cell-layout.js';
import { CellView } from '../../keyvalue/cell-view.js';
import { type ResultBlock, readResultBlock } from '../../keyvalue/result-block.js';
import { Get, type GetLike } from '../../model/get.js';
import type { Increment } from '../../model/increment.js';
import type { Restore } from '../../model/restore.js';
import type { RowMutation } from '../../model/row-mutations.js';
import { Scan, type ScanLike } from '../../model/scan.js';
import {
  type Action,
  ActionRequestWriter,
  decodeActionsReply,
  type ReceivedOutcome,
} from '../../service/action-codec.js';
import { encodeAtomicBatch } from '../../service/atomic-batch-codec.js';
import { type ClientService, Operation } from '../../service/client-service.js';
import { readJson } from '../../service/control-codec.js';
import { errorFromData } from '../../service/error-handler.js';
import { beginGets, decodeExistsReply, decodeGetReply, writeGet } from '../../service/get-codec.js';
import { decodeMutateReply, MutateRequestWriter, type MutationLike } from '../../service/mutate-codec.js';
import { decodeReplies, type Reply } from '../../service/packet-codec.js';
import { encodeGoOn } from '../../service/packet-writer.js';
import {
  decodeScanReply,
  encodeNextBatch,
  encodeOpenScanner,
  encodeScannerId,
  type ScanParts,
} from '../../service/scan-codec.js';
import { encodePacket } from './packets.js';

/** A call that has not been sent yet, and the function that reads its answer: as text, or as the error. */
export interface PacketCall {
  readonly operation: Operation;
  readonly payload: Uint8Array;
  readonly writes: boolean;
  /** Whether it counts as sent before. */
  readonly repeated?: boolean;
  readonly read: (reply: ByteReader) => unknown;
}

/** Builds packets directly, for example several calls in one packet, or one packet that is sent twice. */
export class PacketClient {
  private readonly service: ClientService;
  private readonly connection: string;
  private numbered = 0;

  constructor(service: ClientService, connection: string) {
    this.service = service;
    this.connection = connection;
  }

  /** Sends the calls in one packet. */
  send(...calls: readonly PacketCall[]): Promise<readonly unknown[]> {
    return this.sendPacket(this.packet(...calls), calls);
  }

  /** A packet with these calls. Its writes have the next numbers. */
  packet(...calls: readonly PacketCall[]): Uint8Array {
    const numbered = calls.map(({ operation, payload, writes, repeated = false }) => {
      return { operation, payload, repeated, number: writes ? ++this.numbered : 0 };
    });
    return encodePacket(this.connection, 0, numbered);
  }

  /** The answer to each call of the packet (see the functions that make calls), or an error if the call was refused. */
  async sendPacket(packet: Uint8Array, calls: readonly PacketCall[]): Promise<readonly unknown[]> {
    const replies = [...decodeReplies(await this.service.call(packet.slice()))];
    while (replies.length < calls.length)
      replies.push(...decodeReplies(await this.service.call(encodeGoOn(this.connection, 0))));
    return calls.map(({ read }, index) => {
      const reply = replies[index] as Reply;
      return reply instanceof ByteReader ? read(reply) : reply;
    });
  }
}

/** The answer: the codes of the failed mutations, by position. */
export function mutate(table: string, ...mutations: readonly MutationLike[]): PacketCall {
  const writer = new MutateRequestWriter(table);
  for (const mutation of mutations) writer.add(mutation);
  const read = (reply: ByteReader) => decodeMutateReply(reply).map(({ index, error }) => [index, error.code]);
  return { operation: Operation.Mutate, payload: writer.finish(), writes: true, read };
}

/** The answer: the new cells, in the form of `get` but with counters as numbers; or the error. */
export function increment(table: string, request: Increment): PacketCall {
  const counter = (value: Uint8Array) => String(new DataView(value.slice().buffer).getBigInt64(0));
  const { read, ...call } = batchCall(table, [request], counter);
  return { ...call, read: (reply) => (read(reply) as unknown[])[0] };
}

/** The answer, for each action: its cells in the form of `get`, or its error; null if a condition did not match. */
export function batch(table: string, ...actions: readonly (Action | Restore)[]): PacketCall {
  return batchCall(table, actions, decodeText);
}

function batchCall(
  table: string,
  actions: readonly (Action | Restore)[],
  show: (value: Uint8Array) => string,
): PacketCall {
  const writer = new ActionRequestWriter(table);
  for (const action of actions) writer.add(action);
  const result = ({ outcome, payload }: ReceivedOutcome, index: number) => {
    if (outcome === 'failed') return errorFromData(readJson(payload) as ErrorData);
    if (outcome === 'unmet') return null;
    return rowsOf(actions[index]?.kind === 'Get' ? decodeGetReply(payload) : readResultBlock(payload), show);
  };
  const read = (reply: ByteReader) => decodeActionsReply(reply).map(result);
  return { operation: Operation.Batch, payload: writer.finish(), writes: true, read };
}

/** Like `batch`, for several tables, each with its mutations. The answer is the error if one of them failed. */
export function atomicBatch(...tables: readonly (readonly [table: string, ...mutations: RowMutation[]])[]): PacketCall {
  const parts = tables.map(([table, ...mutations]) => {
    const writer = new ActionRequestWriter(table);
    for (const mutation of mutations) writer.add(mutation);
    return writer.finish();
  });
  const read = (reply: ByteReader) =>
    decodeActionsReply(reply).map(({ payload }) => rowsOf(readResultBlock(payload), decodeText));
  return {
    operation: Operation.AtomicBatch,
    payload: encodeAtomicBatch({ checks: [], reads: [], mutations: parts }),
    writes: true,
    read,
  };
}

/** The answer: the cells of each row, as `row/family:qualifier/timestamp=value`. */
export function get(table: string, ...gets: readonly (string | GetLike)[]): PacketCall {
  const request = beginGets(table, false);
  for (const one of gets) writeGet(request, new Get(one));
  return { operation: Operation.Get, payload: request.finish(), writes: false, read: (r) => rowsOf(decodeGetReply(r)) };
}

/** The answer: a boolean for each. */
export function exists(table: string, ...rows: readonly string[]): PacketCall {
  const request = beginGets(table, true);
  for (const row of rows) writeGet(request, new Get(row));
  return { operation: Operation.Get, payload: request.finish(), writes: false, read: decodeExistsReply };
}

/**
 * The answer: the scanner's number, the rows of its first batch (one entry for each piece of a cut row), and its
 * position, if it is part of the reply. `rest`: the fields that a scan which continues another one has in addition.
 */
export function openScanner(table: string, scan: ScanLike = {}, rest: Partial<ScanParts> = {}): PacketCall {
  const payload = encodeOpenScanner(table, { ...new Scan(scan), ...rest });
  return { operation: Operation.OpenScanner, payload, writes: false, read: readBatch };
}

/** The answer is that of `openScanner`. */
export function nextBatch(scanner: number, batch = 1, epoch = 1): PacketCall {
  const payload = encodeNextBatch({ epoch, number: scanner }, batch);
  return { operation: Operation.NextBatch, payload, writes: false, read: readBatch };
}

/** The answer: whether the scanner is open. */
export function renewLease(scanner: number, epoch = 1): PacketCall {
  const read = (reply: ByteReader) => reply.u8() === 1;
  const payload = encodeScannerId({ epoch, number: scanner });
  return { operation: Operation.RenewLease, payload, writes: false, read };
}

export function closeScanner(scanner: number, epoch = 1): PacketCall {
  const payload = encodeScannerId({ epoch, number: scanner });
  return { operation: Operation.CloseScanner, payload, writes: false, read: () => null };
}

/** The code of an answer that is an error; otherwise null. */
export function codeOf(answer: unknown): string | null {
  return BigtabError.is(answer) ? answer.code : null;
}

function readBatch(reply: ByteReader): { readonly id: number; readonly rows: string[]; readonly cursor?: string } {
  const { id, block, position } = decodeScanReply(reply);
  const batch = {
    id: id?.number ?? 0,
    rows: rowsOf(block).map(([cell]) => (cell as string).slice(0, cell?.indexOf('/'))),
  };
  return position === null ? batch : { ...batch, cursor: decodeText(position.row) };
}

/** The cells of each row of the block, as `row/family:qualifier/timestamp=value`. */
export function rowsOf(block: ResultBlock, show: (value: Uint8Array) => string = decodeText): string[][] {
  return block.rows.map(({ cells, offset }) => {
    const shown: string[] = [];
    const cell = new CellView();
    let at = offset;
    while (shown.length < cells) {
      readCell(cell, block, at);
      const column = `${decodeText(block.familyNames[cell.familyId] as Uint8Array)}:${decodeText(cell.copyQualifier())}`;
      shown.push(`${decodeText(cell.copyRow())}/${column}/${cell.timestamp}=${show(cell.copyValue())}`);
      at += encodedCellLength(block.view, at);
    }
    return shown;
  });
}
