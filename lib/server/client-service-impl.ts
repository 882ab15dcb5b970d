import { BigtabError } from '../errors.js';
import type { Engine } from '../region/engine.js';
import type { Maintenance } from '../region/maintenance.js';
import { type ClientService, Operation } from '../service/client-service.js';
import { encodeControlReply, readControl } from '../service/control-codec.js';
import type { EngineEvent } from '../service/engine-event.js';
import { errorToData } from '../service/error-handler.js';
import {
  type Answer,
  decodePacket,
  encodeReplies,
  type RequestCall,
  type RequestPacket,
} from '../service/packet-codec.js';
import type { AdminServiceImpl } from './admin-service-impl.js';
import type { Requests } from './requests.js';
import type { ScannerLeases } from './scanner-leases.js';
import { isMutation, Turn, writtenTables } from './turn.js';

/** The parts of a database that requests run on. */
export interface ServiceParts {
  readonly engine: Engine;
  readonly maintenance: Maintenance;
  readonly requests: Requests;
  readonly leases: ScannerLeases;
  readonly admin: AdminServiceImpl;
  /** Tells the listeners; null while there are none. */
  readonly emitter: () => ((event: EngineEvent) => void) | null;
}

/**
 * Takes packets, keeps the order of each connection, and answers. A packet of data calls runs in one synchronous turn unless it must
 * wait for memory; later packets of its connection wait behind it then, other connections go on. Schema changes hold up the later
 * packets of their connection until they have ended.
 */
export class ClientServiceImpl implements ClientService {
  readonly #parts: ServiceParts;
  /** What the next packet of a connection waits for; absent = nothing. */
  readonly #tails = new Map<string, Promise<unknown>>();
  #syncing: Promise<void> | null = null;

  constructor(parts: ServiceParts) {
    this.#parts = parts;
  }

  async call(bytes: Uint8Array): Promise<Uint8Array> {
    const packet = decodePacket(bytes);
    const { cleared } = this.#parts.engine.guard;
    if (cleared !== null) return encodeReplies(packet.calls.map(() => ({ error: cleared })));
    this.#parts.engine.operations.acknowledge(packet.connection, packet.acknowledged);
    const before = this.#tails.get(packet.connection);
    const answers = before === undefined ? this.#start(packet) : before.then(() => this.#start(packet));
    // What stands alone holds up nobody: it may take as long as a compaction.
    if (before !== undefined && !this.#standsAlone(packet)) this.#hold(packet.connection, answers);
    return encodeReplies(await this.#acknowledge(packet, await answers));
  }

  /** No write is acknowledged while it is in doubt whether the data still stands. */
  async #acknowledge({ calls }: RequestPacket, answers: readonly Answer[]): Promise<readonly Answer[]> {
    const { guard } = this.#parts.engine;
    const isWrite = ({ number }: RequestCall): boolean => number > 0;
    if (!guard.inDoubt || !calls.some(isWrite)) return answers;
    try {
      await guard.check();
      return answers;
    } catch (error) {
      return answers.map((answer, index) => (isWrite(calls[index] as RequestCall) ? { error } : answer));
    }
  }

  /** Resolves when every call has been answered that was made before. */
  async settled(): Promise<void> {
    await Promise.all(this.#tails.values());
    // Whoever waits for it is told when it fails.
    await this.#syncing?.catch(() => {});
  }

  #start(packet: RequestPacket): Promise<Answer[]> {
    const writes = packet.calls.filter(isMutation);
    const wait = writes.length > 0 ? this.#parts.maintenance.admit(() => writes.flatMap(writtenTables)) : null;
    if (wait === null && !packet.calls.some((call) => this.#changesSchema(call))) return this.#execute(packet, null);
    const run =
      wait === null
        ? this.#execute(packet, null)
        : wait.then(
            () => this.#execute(packet, null),
            (busy: unknown) => this.#execute(packet, busy),
          );
    this.#hold(packet.connection, run);
    return run;
  }

  #changesSchema({ operation, payload }: RequestCall): boolean {
    if (operation !== Operation.Control) return false;
    const at = payload.offset;
    try {
      return this.#parts.admin.changesSchema(readControl(payload).method);
    } catch {
      // What cannot be read is refused when it is run.
      return false;
    } finally {
      payload.offset = at;
    }
  }

  #standsAlone({ calls }: RequestPacket): boolean {
    return calls.every((call) => call.operation === Operation.Control && !this.#changesSchema(call));
  }

  /** Later packets of the connection wait until `run` has settled. */
  #hold(connection: string, run: Promise<unknown>): void {
    const tail = run.catch(() => {});
    this.#tails.set(connection, tail);
    tail.then(() => {
      if (this.#tails.get(connection) === tail) this.#tails.delete(connection);
    });
  }

  /** Runs data calls turn by turn; a control call stands alone between two turns. */
  async #execute(packet: RequestPacket, busy: unknown): Promise<Answer[]> {
    const answers: Answer[] = [];
    const { calls } = packet;
    for (let index = 0; index < calls.length; ) {
      const call = calls[index] as RequestCall;
      if (call.operation === Operation.Control) {
        answers.push(await this.#control(call));
        index++;
        continue;
      }
      let end = index;
      while (end < calls.length && (calls[end] as RequestCall).operation !== Operation.Control) end++;
      answers.push(...(await this.#turn(packet.connection, calls.slice(index, end), busy)));
      index = end;
    }
    return answers;
  }

  async #turn(connection: string, calls: readonly RequestCall[], busy: unknown): Promise<Answer[]> {
    const { engine, requests, leases, maintenance, emitter } = this.#parts;
    const turn = new Turn(engine, requests, leases, emitter());
    const answers = turn.run(connection, calls, busy);
    if (calls.some(isMutation)) maintenance.consider();
    if (turn.forced.size === 0) return answers;
    try {
      await this.#syncSoon();
      return answers;
    } catch (cause) {
      const error = notForced(cause);
      return answers.map((answer, index) => (turn.forced.has(index) ? { error } : answer));
    }
  }

  /** One flush of the log for every write that waits when it starts: messages that are already here come in first. */
  #syncSoon(): Promise<void> {
    this.#syncing ??= this.#parts.engine.yielder().then(() => {
      this.#syncing = null;
      this.#parts.engine.wal.sync();
    });
    return this.#syncing;
  }

  async #control(call: RequestCall): Promise<Answer> {
    try {
      const { method, args } = readControl(call.payload);
      return { payload: encodeControlReply(await this.#parts.admin.call(method, args)) };
    } catch (error) {
      return { error };
    }
  }
}

/** The write is visible and in the log, but whether it would survive a power cut nobody knows. */
function notForced(cause: unknown): BigtabError {
  const { code, message, details } = errorToData(cause);
  return new BigtabError(code, `The write could not be forced to the device: ${message}`, {
    details: { ...details, outcome: 'unknown' },
    cause,
  });
}
