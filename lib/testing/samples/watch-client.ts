import { ByteReader } from '../../bytes/byte-reader.js';
import { ByteWriter } from '../../bytes/byte-writer.js';
import { decodeText } from '../../bytes/text.js';
import type { BigtabError } from '../../errors.js';
import { Scan, type ScanLike } from '../../model/scan.js';
import { type ClientService, Operation } from '../../service/client-service.js';
import { BYE, beginPacket, decodeReply, NO_OPTIONS, RESUMED, type Reply, setHead } from '../../service/packet-codec.js';
import { encodeOpenScanner } from '../../service/scan-codec.js';
import { readDifferences } from '../../service/watch-codec.js';
import { type PacketCall, rowsOf } from './packet-client.js';
import { encodePacket } from './packets.js';

/** What a client knows of a watch. */
export interface WatchedRows {
  /** The cells of each row, in the form of `get`. */
  rows: Map<string, readonly string[]>;
  /** Whether `rows` are a state of the table. */
  isState: boolean;
  error: BigtabError | null;
  /** Parts that have arrived. */
  parts: number;
  /** Rows that were sent or removed. */
  sent: number;
}

const NOTHING = new Uint8Array(0);

/** A connection that opens watches and applies their differences, in the most obvious way. */
export class WatchClient {
  readonly name: string;
  readonly watches: Map<number, WatchedRows> = new Map();
  /** Differences that have arrived. */
  differences = 0;
  private readonly service: ClientService;
  private writes = 0;
  private opened = 0;

  constructor(service: ClientService, name: string) {
    this.service = service;
    this.name = name;
  }

  /** Opens a watch; the answer is the error if it was refused. */
  async open(table: string, scan: ScanLike = {}, rest: object = {}): Promise<WatchedRows> {
    const call = this.openCall(table, scan, rest);
    const number = this.opened;
    await this.send(call);
    return this.watches.get(number) as WatchedRows;
  }

  openCall(table: string, scan: ScanLike = {}, rest: object = {}): PacketCall {
    const out = new ByteWriter();
    const number = ++this.opened;
    out.u32(number);
    out.u8(0);
    out.raw(encodeOpenScanner(table, { ...new Scan(scan), ...rest }));
    const watched: WatchedRows = { rows: new Map(), isState: false, error: null, parts: 0, sent: 0 };
    this.watches.set(number, watched);
    return { operation: Operation.OpenWatch, payload: out.finish(), writes: false, read: () => null };
  }

  /** Requests differences until all watches have a state. */
  async read(): Promise<void> {
    do await this.readOnce();
    while (this.isBehind);
  }

  async readOnce(): Promise<void> {
    await this.send({ operation: Operation.ReadWatches, payload: NOTHING, writes: false, read: () => null });
  }

  get isBehind(): boolean {
    return [...this.watches.values()].some(({ isState, error, parts }) => parts > 0 && !isState && error === null);
  }

  async close(number: number): Promise<void> {
    const out = new ByteWriter();
    out.u32(number);
    this.watches.delete(number);
    await this.send({ operation: Operation.CloseWatch, payload: out.finish(), writes: false, read: () => null });
  }

  /** The answers; the error of a call that was refused. */
  send(...calls: readonly PacketCall[]): Promise<readonly unknown[]> {
    return this.sendFlagged(0, ...calls);
  }

  bye(): Promise<readonly unknown[]> {
    return this.sendFlagged(BYE);
  }

  /** Begins again, as after a change of the engine. */
  resume(...calls: readonly PacketCall[]): Promise<readonly unknown[]> {
    this.differences = 0;
    return this.sendFlagged(RESUMED, ...calls);
  }

  private async sendFlagged(flags: number, ...calls: readonly PacketCall[]): Promise<readonly unknown[]> {
    const numbered = calls.map(({ operation, payload, writes }) => {
      return { operation, payload, number: writes ? ++this.writes : 0 };
    });
    const packet = encodePacket(this.name, 0, numbered);
    const headAt = beginPacket(new ByteWriter(), { connection: this.name, ...NO_OPTIONS });
    setHead(packet, headAt, 0, flags);
    const answers: unknown[] = [];
    for (let next = packet; ; next = encodePacket(this.name, 0, [])) {
      const { answers: replies, differences } = decodeReply(await this.service.call(next));
      if (differences !== null) this.apply(differences);
      replies.forEach((reply: Reply) => {
        const { read } = calls[answers.length] as PacketCall;
        answers.push(reply instanceof ByteReader ? read(reply) : reply);
      });
      if (answers.length >= calls.length) return answers;
    }
  }

  private apply(reader: ByteReader): void {
    const { number, parts } = readDifferences(reader);
    if (number !== ++this.differences) throw new Error(`differences ${number} instead of ${this.differences}`);
    for (const part of parts) {
      const watched = this.watches.get(part.watch);
      // It was closed meanwhile.
      if (watched === undefined) continue;
      watched.parts++;
      if ('error' in part) {
        watched.error = part.error;
        continue;
      }
      if (part.reset) watched.rows.clear();
      for (const row of part.removed)
        if (!watched.rows.delete(decodeText(row))) throw new Error(`row '${decodeText(row)}' was removed unsent`);
      for (const cells of rowsOf(part.block)) watched.rows.set(rowOf(cells[0] as string), cells);
      watched.sent += part.removed.length + part.block.rows.length;
      watched.isState = !part.more;
    }
  }
}

/** The row of a cell in the form of `get`. */
function rowOf(cell: string): string {
  return cell.slice(0, cell.indexOf('/'));
}
