import { ByteReader } from '../bytes/byte-reader.js';
import { toBytesBinary } from '../bytes/text.js';
import type { GetParts, GetRequest } from '../model/get-request.js';
import type { FailedMutation, MutateRequest } from '../model/mutate-request.js';
import type { Outcome, RowAction } from '../model/row-action.js';
import { encodeActionsReply, readActions } from '../service/action-codec.js';
import { type ClientService, Operation } from '../service/client-service.js';
import { encodeControlReply, readControl } from '../service/control-codec.js';
import { type AnswersByName, answerControl } from '../service/control-methods.js';
import { encodeExistsReply, readGet } from '../service/get-codec.js';
import { encodeMutateReply, readMutate } from '../service/mutate-codec.js';
import { type Answer, decodePacket, encodeReplies, type RequestCall } from '../service/packet-codec.js';
import { type OpenScannerRequest, readOpenScanner } from '../service/scan-codec.js';
import { actionCalls, getCall, isGet, mutationCall } from './actions.js';
import { type Access, CallOrder } from './call-order.js';
import type { ExactlyOnce } from './exactly-once.js';
import type { Gateway } from './gateway.js';
import { readMutation } from './mutations.js';
import { notCarried } from './not-carried.js';
import { blockOf, RowBlock } from './row-block.js';
import type { RowAnswer, RowCall, RowOutcome } from './row-call.js';
import { RowCalls } from './row-calls.js';
import { Scanners } from './scanners.js';

const NOTHING = new Uint8Array(0);

/** All tables, namespaces and rows. */
const EVERYTHING: Access = { table: null, write: true, rows: null };

/**
 * Answers the packets of one connection by calls of HBase's gateway. Each call takes its place among the calls before it
 * when its packet arrives (`call-order`); the answer to a packet is sent when all its calls have ended.
 */
export class HBaseService implements ClientService {
  readonly #rows: RowCalls;
  readonly #scanners: Scanners;
  readonly #order = new CallOrder();
  readonly #once: ExactlyOnce | null;
  readonly #loadControls: () => Promise<AnswersByName>;
  /** The control methods that read rows. */
  readonly #own: AnswersByName = {
    count: (request: string) => this.#scanners.count(scanOf(request)),
    explain: () => {
      throw notCarried('explain');
    },
  };

  /**
   * `once`: null if writes without an answer are not sent again. `loadControls`: resolves to all other control methods.
   */
  constructor(gateway: Gateway, once: ExactlyOnce | null, loadControls: () => Promise<AnswersByName>) {
    this.#once = once;
    this.#rows = new RowCalls(gateway, this.#order, once);
    this.#scanners = new Scanners(gateway, this.#order, once);
    this.#loadControls = loadControls;
  }

  async call(packet: Uint8Array): Promise<Uint8Array> {
    const { calls, bye } = decodePacket(packet);
    const answers = await Promise.all(calls.map((call) => this.#answer(call)));
    if (bye) await this.#scanners.closeAll();
    return encodeReplies(answers);
  }

  async #answer(call: RequestCall): Promise<Answer> {
    try {
      return { payload: await this.#run(call) };
    } catch (error) {
      return { error };
    }
  }

  #run({ operation, number, payload }: RequestCall): Promise<Uint8Array> {
    switch (operation) {
      case Operation.Mutate:
        return this.#mutate(readMutate(payload));
      case Operation.Get:
        return this.#get(payload);
      case Operation.Batch:
        return this.#batch(payload);
      case Operation.OpenScanner:
        return this.#scanners.open(payload);
      case Operation.NextBatch:
        return this.#scanners.next(payload);
      case Operation.CloseScanner:
        return this.#scanners.close(payload).then(() => NOTHING);
      case Operation.RenewLease:
        return Promise.resolve(Uint8Array.of(this.#scanners.renews(payload) ? 1 : 0));
      case Operation.Control:
        return this.#control(payload, number > 0);
      case Operation.AtomicBatch:
        throw notCarried('atomicBatch');
      default:
        throw notCarried('watch');
    }
  }

  async #mutate({ table, durability, families, block, cursor }: MutateRequest): Promise<Uint8Array> {
    const calls: RowCall[] = [];
    for (const mutations = cursor(); mutations.next(); ) {
      const mutation = readMutation(block, families, durability, mutations.offset, mutations.end);
      calls.push(mutationCall(mutation.row, [mutation]));
    }
    const outcomes = await this.#rows.run(table, calls);
    return encodeMutateReply(
      outcomes.flatMap((outcome, index): FailedMutation[] =>
        'error' in outcome ? [{ index, error: outcome.error }] : [],
      ),
    );
  }

  async #get(payload: ByteReader): Promise<Uint8Array> {
    const { table, existenceOnly, gets } = readGet(payload);
    const calls = gets.map((get) => getCall(get, existenceOnly));
    const outcomes = await this.#rows.run(table, calls);
    const failed = outcomes.find((outcome) => 'error' in outcome);
    if (failed !== undefined) throw (failed as { readonly error: unknown }).error;
    if (existenceOnly) return encodeExistsReply(outcomes.map((outcome) => 'done' in outcome && outcome.done));
    const block = new RowBlock();
    for (const [index, outcome] of outcomes.entries()) addRow(block, outcome, gets[index] as GetParts);
    return block.getReply();
  }

  async #batch(payload: ByteReader): Promise<Uint8Array> {
    const request = readActions(payload);
    const outcomes = await this.#rows.run(request.table, actionCalls(request));
    return encodeActionsReply(
      outcomes.map((outcome, index): Outcome => {
        if ('error' in outcome) return outcome;
        try {
          return answerOf(outcome, request.actions[index] as GetRequest | RowAction);
        } catch (error) {
          // A cell that cannot be returned is no failure of the other actions.
          return { error };
        }
      }),
    );
  }

  /** A change waits for everything before it, and everything after it waits. Another method does not hold anything up. */
  #control(payload: ByteReader, changes: boolean): Promise<Uint8Array> {
    const request = readControl(payload);
    const work = async (): Promise<Uint8Array> => {
      if (changes) this.#once?.forgetFamilies();
      const answers = Object.hasOwn(this.#own, request.method) ? this.#own : await this.#loadControls();
      return encodeControlReply(await answerControl(answers, request));
    };
    return this.#order.run(changes ? EVERYTHING : { ...EVERYTHING, write: false }, work, changes);
  }
}

/** The scan in an argument of a control method, which arrives in printable form. */
function scanOf(printed: string): OpenScannerRequest {
  const bytes = toBytesBinary(printed);
  return readOpenScanner(new ByteReader(bytes, 0, bytes.length, 'the scan to count'));
}

function answerOf(answer: RowAnswer, action: GetRequest | RowAction): Outcome {
  if (!isGet(action)) return { done: answer.done, payload: blockOf(answer.result, action.row) };
  const block = new RowBlock();
  addRow(block, answer, action.gets[0] as GetParts);
  return { done: true, payload: block.getReply() };
}

function addRow(block: RowBlock, outcome: RowOutcome, { row, checkExistenceOnly }: GetParts): void {
  if ('error' in outcome) return;
  if (checkExistenceOnly) block.addCheck(outcome.done);
  else block.add(outcome.result, row);
}
