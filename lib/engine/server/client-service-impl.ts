import { BigtabError, errorToData } from '../../errors.js';
import { type ClientService, Operation } from '../../service/client-service.js';
import { encodeControlReply } from '../../service/control-codec.js';
import type { EngineEvent } from '../../service/engine-event.js';
import {
  type Answer,
  decodePacket,
  encodeReplies,
  type RequestCall,
  type Sender,
  unsentReply,
} from '../../service/packet-codec.js';
import type { StoreFile } from '../../storage/storefile/store-file.js';
import type { FullDevice } from '../compaction/full-device.js';
import type { Maintenance } from '../compaction/maintenance.js';
import type { Engine } from '../region/engine.js';
import type { HeldFiles } from '../region/open-files.js';
import type { Watches } from '../watch/watches.js';
import type { AdminServiceImpl } from './admin-service-impl.js';
import { encodeDifferences } from './encode-differences.js';
import { dependsOnVersion } from './held-calls.js';
import { namedTables } from './named-tables.js';
import { OpenPackets } from './open-packets.js';
import { outdated } from './outdated.js';
import { type Control, dependsOnTables, isControl, type Packet, withControls } from './packet-controls.js';
import type { Requests } from './requests.js';
import type { ScannerLeases } from './scanner-leases.js';
import type { Caller } from './schema-commits.js';
import { answerBytes, isMutation, Turn } from './turn.js';

/** The parts of a database that requests run on. */
export interface ServiceParts {
  readonly engine: Engine;
  readonly maintenance: Maintenance;
  readonly requests: Requests;
  readonly leases: ScannerLeases;
  readonly watches: Watches;
  readonly admin: AdminServiceImpl;
  readonly device: Pick<FullDevice, 'canMakeRoom' | 'makeRoom'>;
  /** Notifies the listeners; null while there are none. */
  readonly emitter: () => ((event: EngineEvent) => void) | null;
}

/** A packet that runs, or has run. */
interface Started {
  readonly reply: Promise<Answer[]>;
  /** The promise that later packets of the connection wait for, or null. */
  readonly held: Promise<unknown> | null;
}

/** A packet that never runs. */
function never(): Started {
  return { reply: new Promise(() => {}), held: null };
}

/**
 * Receives packets, keeps the order of each connection, and answers. A packet of data calls runs in one synchronous
 * turn unless it must wait for memory; then later packets of its connection wait for it, while other connections
 * continue. A schema change blocks the later packets of its connection until it has ended.
 *
 * A reply is closed by the answer that brings it to the budget's `getAnswer`. The rest of its packet has not run then:
 * it runs in another turn, when the client requests it, so the engine keeps no more answers than the client has read.
 * A reply is also closed before a mutation or schema change if the answers that the connection has not acknowledged have
 * reached their limit (storage/wal/operation-log): the next request acknowledges those that the client has received by
 * then.
 * Later packets of the connection wait for that; when the database closes, the rest runs without a request. A client
 * that sends everything again gets the answers to that: what it sent before and has not run yet is dropped.
 */
export class ClientServiceImpl implements ClientService {
  readonly #parts: ServiceParts;
  /** The promise that the next packet of a connection waits for; absent = nothing. */
  readonly #tails = new Map<string, Promise<unknown>>();
  readonly #packets = new OpenPackets<Packet>();
  /** Answers of rests that ran before their clients requested them. */
  readonly #unasked = new Map<string, Promise<Answer[]>>();
  /** Connections whose packet waits until files are open again, or for room on the device. */
  readonly #waiting = new Set<string>();
  #ending = false;
  #end: () => void = () => {};
  /** Resolves when the database closes. */
  readonly #ended: Promise<void>;
  #flushing: Promise<void> | null = null;

  constructor(parts: ServiceParts) {
    this.#parts = parts;
    this.#ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  async call(bytes: Uint8Array): Promise<Uint8Array> {
    const packet = decodePacket(bytes);
    const { connection, bye, resumed, acknowledged, calls } = packet;
    const { watches } = this.#parts;
    const asks = calls.length === 0 && !bye;
    this.#parts.engine.operations.acknowledge(connection, acknowledged);
    // A client that has died requests no further answers.
    if (resumed || (bye && calls.length === 0)) {
      this.#packets.drop(connection);
      this.#unasked.delete(connection);
    }
    if (resumed) watches.closeOf(connection);
    const answers = await (asks ? this.#goOn(connection) : this.#receive(withControls(packet)));
    if (bye) {
      this.#parts.admin.ended(connection);
      this.#parts.leases.closeOf(connection);
      watches.closeOf(connection);
    }
    const differences = watches.hasNews(connection) ? await watches.take(connection) : null;
    try {
      return encodeReplies(answers, differences === null ? undefined : encodeDifferences(differences));
    } catch (cause) {
      if (differences !== null) watches.restartOf(connection);
      throw unsentReply(cause, answers.length);
    }
  }

  /** Resolves when all earlier calls have run. */
  async settled(): Promise<void> {
    this.#ending = true;
    this.#end();
    // A lost client requests nothing more, and later packets wait.
    for (const connection of this.#packets.connections) {
      const reply = this.#resume(connection);
      if (reply !== null) this.#unasked.set(connection, reply);
    }
    await Promise.all(this.#tails.values());
    await this.#parts.watches.settled();
    // Its failure is reported to the calls that wait for it.
    await this.#flushing?.catch(() => {});
  }

  #receive(packet: Packet): Promise<Answer[]> {
    this.#packets.add(packet);
    const before = this.#tails.get(packet.connection);
    if (before === undefined) {
      const { reply, held } = this.#start(packet);
      if (held !== null) this.#hold(packet.connection, held);
      return reply;
    }
    const started = before.then(() => this.#start(packet));
    // A call that runs alone does not block later packets: it may take as long as a compaction.
    if (!this.#standsAlone(packet))
      this.#hold(
        packet.connection,
        started.then(({ held }) => held),
      );
    return started.then(({ reply }) => reply);
  }

  /** REQUIRES that the packets of its connection before it have run. */
  #start(packet: Packet): Started {
    const { connection, calls } = packet;
    const packets = this.#packets;
    // Its calls run with the packet that replaced it.
    if (!packets.has(packet)) return { reply: Promise.resolve([]), held: null };
    const { cleared } = this.#parts.engine.guard;
    if (cleared !== null) {
      packets.ran(packet, calls.length);
      return { reply: Promise.resolve(calls.map(() => ({ error: cleared }))), held: null };
    }
    if (this.#parts.admin.upgrades.holds(connection) && dependsOnTables(packet)) return this.#startAfterUpgrade(packet);
    const files = this.#holdFiles(calls);
    const wait = this.#admit(calls, files?.ready ?? null);
    const left = (): Promise<void> | null => packets.left(connection);
    if (wait === null && (!calls.some(isControl) || this.#standsAlone(packet))) {
      const reply = this.#execute(packet, null);
      releaseAfter(files, reply);
      return { reply, held: this.#waiting.has(connection) ? reply.then(left) : left() };
    }
    const reply =
      wait === null
        ? this.#execute(packet, null)
        : wait.then(
            () => this.#execute(packet, null),
            (busy: unknown) => this.#execute(packet, busy),
          );
    releaseAfter(files, reply);
    return { reply, held: reply.then(left) };
  }

  /** If the database closes first, the packet never runs: its page sends it to the next engine. */
  #startAfterUpgrade(packet: Packet): Started {
    const turn = Promise.race([this.#parts.admin.upgrades.released(), this.#ended]);
    const started = turn.then(() => (this.#ending ? never() : this.#start(packet)));
    return { reply: started.then(({ reply }) => reply), held: started.then(({ held }) => held) };
  }

  /** Keeps the files that the calls may read open. Null in a database with few files. */
  #holdFiles(calls: readonly RequestCall[]): HeldFiles | null {
    const { openFiles, regions } = this.#parts.engine;
    if (!openFiles.crowded) return null;
    const named = [...new Set(calls.flatMap(namedTables))].map((table) => regions.get(table));
    return openFiles.hold(named.filter((region) => region !== undefined));
  }

  /** What the packet waits for before it runs: open files, then memory; null for nothing. */
  #admit(calls: readonly RequestCall[], ready: Promise<unknown> | null): Promise<unknown> | null {
    const writes = calls.filter(isMutation);
    const memory = writes.length > 0 ? this.#parts.maintenance.admit(() => writes.flatMap(namedTables)) : null;
    if (ready === null || memory === null) return memory ?? ready;
    memory.catch(() => {});
    return ready.then(() => memory);
  }

  /** The answers that did not fit into the last reply of the connection; none if all fitted. */
  async #goOn(connection: string): Promise<Answer[]> {
    const answers = this.#resume(connection) ?? this.#unasked.get(connection);
    this.#unasked.delete(connection);
    return answers ?? [];
  }

  /** Runs the calls that are left; null if there are none. */
  #resume(connection: string): Promise<Answer[]> | null {
    const rest = this.#packets.take(connection);
    if (rest === null) return null;
    const { packet, end } = rest;
    const { reply, held } = this.#start(packet);
    if (held === null) end();
    else held.then(end, end);
    return reply;
  }

  /** Whether the packet has only control calls, and none of them changes the schema. */
  #standsAlone({ calls, controls }: Packet): boolean {
    const { admin } = this.#parts;
    return calls.every((call) => {
      const control = controls.get(call);
      return control !== undefined && (BigtabError.is(control) || !admin.changesSchema(control.method));
    });
  }

  /** Later packets of the connection wait until `run` has settled. */
  #hold(connection: string, run: Promise<unknown>): void {
    const tail = run.catch(() => {});
    this.#tails.set(connection, tail);
    tail.then(() => {
      if (this.#tails.get(connection) === tail) this.#tails.delete(connection);
    });
  }

  /** Runs data calls turn by turn, and a control call alone between two turns, until the reply is full. */
  async #execute(packet: Packet, busy: unknown): Promise<Answer[]> {
    const { connection, calls, controls, isRest, bye } = packet;
    const { engine, requests, leases, watches, maintenance, emitter } = this.#parts;
    const answers: Answer[] = [];
    const forced = new Set<number>();
    let bytes = 0;
    let hasRoom = this.#parts.device.canMakeRoom;
    let isFull = false;
    const reopened = new Set<StoreFile>();
    // Between two turns of data calls nothing waits but for files to be open again or for room on the device, which later
    // packets wait for too.
    while (answers.length < calls.length && bytes < this.#room && !isFull) {
      const from = answers.length;
      const call = calls[from] as RequestCall;
      const control = controls.get(call);
      const least = this.#ending ? Number.POSITIVE_INFINITY : isRest && from === 0 ? 1 : 0;
      if (control !== undefined) {
        isFull = from >= least && call.number > 0 && !this.#keeps(connection, call.number);
        if (!isFull) answers.push(await this.#control(control, { ...call, connection }, packet));
      } else {
        const next = calls.findIndex((other, index) => index > from && isControl(other));
        const part = calls.slice(from, next < 0 ? calls.length : next);
        const turn = new Turn(engine, requests, leases, watches, emitter(), packet);
        const room = this.#room - bytes;
        answers.push(...turn.run(part, busy, { room, least, reopened, hasRoom }));
        isFull = turn.isFull && !turn.lacksRoom;
        if (part.some(isMutation)) maintenance.consider();
        for (const place of turn.forced) forced.add(from + place);
        if (turn.stoppedBy !== null) {
          reopened.add(turn.stoppedBy);
          await this.#waits(connection, this.#parts.engine.watch.reopened);
        }
        if (turn.lacksRoom) hasRoom = await this.#waits(connection, this.#parts.device.makeRoom());
      }
      for (const answer of answers.slice(from)) bytes += answerBytes(answer);
      watches.ran(connection);
    }
    this.#packets.ran(packet, answers.length);
    if (bye && answers.length === calls.length) engine.operations.forget(connection);
    // The answers before these may wait for a flush. The client must have them to acknowledge them.
    if (forced.size > 0 || (isFull && this.#flushing !== null)) await this.#force(answers, forced);
    return this.#acknowledge(calls, answers);
  }

  /** Whether the answer of an operation is kept, or can be. */
  #keeps(connection: string, number: number): boolean {
    const { operations } = this.#parts.engine;
    return operations.roomOf(connection) > 0 || operations.has(connection, number);
  }

  /** Later packets of the connection wait for `work` too. */
  async #waits<T>(connection: string, work: Promise<T>): Promise<T> {
    this.#waiting.add(connection);
    try {
      return await work;
    } finally {
      this.#waiting.delete(connection);
    }
  }

  /** No write is acknowledged while it is unknown whether the data still exists. */
  async #acknowledge(calls: readonly RequestCall[], answers: Answer[]): Promise<Answer[]> {
    const { guard } = this.#parts.engine;
    const isWrite = (index: number): boolean => (calls[index] as RequestCall).number > 0;
    if (!guard.inDoubt || !answers.some((_, index) => isWrite(index))) return answers;
    try {
      await guard.check();
      return answers;
    } catch (error) {
      return answers.map((answer, index) => (isWrite(index) ? { error } : answer));
    }
  }

  /** The number of bytes of answers that close a reply. */
  get #room(): number {
    return this.#ending ? Number.POSITIVE_INFINITY : this.#parts.engine.budget.getAnswer;
  }

  /** Forces the log to the device; if that fails, the answers at `places` become the error. */
  async #force(answers: Answer[], places: ReadonlySet<number>): Promise<void> {
    try {
      await this.#flushLogSoon();
    } catch (cause) {
      const error = notForced(cause);
      for (const place of places) answers[place] = { error };
    }
  }

  /** One flush of the log for every write that waits when it starts: messages that have already arrived run first. */
  #flushLogSoon(): Promise<void> {
    this.#flushing ??= this.#parts.engine.yielder().then(() => {
      this.#flushing = null;
      this.#parts.engine.wal.flush();
    });
    return this.#flushing;
  }

  async #control(control: Control, caller: Caller, sender: Sender): Promise<Answer> {
    if (BigtabError.is(control)) return { error: control };
    const { connection, number, repeated } = caller;
    const { engine } = this.#parts;
    try {
      const refusal = dependsOnVersion(Operation.Control, control.method) ? outdated(engine, sender) : null;
      if (refusal !== null && (number === 0 || engine.operations.answerOf(connection, number, repeated) === null))
        return { error: refusal };
      return { payload: encodeControlReply(await this.#parts.admin.call(control, caller)) };
    } catch (error) {
      return { error };
    }
  }
}

function releaseAfter(files: HeldFiles | null, reply: Promise<unknown>): void {
  if (files !== null) reply.then(files.release, files.release);
}

/** The write is visible and in the log, but it is unknown whether it would survive a power cut. */
function notForced(cause: unknown): BigtabError {
  const { code, message, details } = errorToData(cause);
  return new BigtabError(code, `The write could not be forced to the device: ${message}`, {
    details: { ...details, outcome: 'unknown' },
    cause,
  });
}
