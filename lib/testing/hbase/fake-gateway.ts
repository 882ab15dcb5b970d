import { decodeText } from '../../bytes/text.js';
import type { FetchLike, ResponseLike } from '../../hbase/gateway.js';
import type { MethodName, ResultOf } from '../../hbase/thrift/methods.js';
import type { ClockLike } from '../../in-process/read-clock.js';
import { type Connection, openMemory } from '../../memory.js';
import { adminMethods } from './admin-methods.js';
import { Catalog } from './catalog.js';
import { dataMethods } from './data-methods.js';
import { GatewayClock } from './gateway-clock.js';
import { GatewayFailure } from './gateway-failure.js';
import type { Handlers } from './handlers.js';
import { failureOf } from './hbase-errors.js';
import { type ListeningGateway, listenAt } from './listening-gateway.js';
import { listingMethods } from './listing-methods.js';
import { OpenScanners } from './open-scanners.js';
import { decodeArguments, decodeCall, ExceptionKind, encodeFailure, encodeResult, isMethod } from './server-codec.js';
import { describeTable } from './stored-tables.js';

/** A request that the gateway received. */
export interface GatewayCall {
  /** The name of the method; empty for a request that is no call. */
  readonly method: string;
  /** The body of the request. */
  readonly bytes: Uint8Array;
}

/** HBase's class of the gateway: `THRIFT_SERVER_TYPE.TWO`. */
const TYPE_TWO = 2;

/**
 * A gateway of a cluster in memory: answers the bytes of a Thrift call with the bytes that the Thrift2 server of HBase
 * 2.6 answers with. The rows are in a database of Bigtab.
 */
export class FakeGateway {
  /** What it received, in order. Tests may empty it. */
  readonly calls: GatewayCall[] = [];
  /** The database, for a test that looks behind the gateway or writes beside it. */
  readonly connection: Connection;
  private readonly onCall: () => void;
  private readonly catalog: Catalog = new Catalog();
  private readonly scanners: OpenScanners;
  private readonly handlers: Handlers;
  private readonly listening: Set<ListeningGateway> = new Set();

  /** `onCall` runs before each call. */
  constructor(connection: Connection, onCall: () => void) {
    this.connection = connection;
    this.onCall = onCall;
    this.scanners = new OpenScanners(connection);
    const admin = connection.getAdmin();
    this.handlers = {
      getThriftServerType: () => TYPE_TWO,
      ...dataMethods(connection),
      ...this.scanners.methods,
      ...adminMethods(admin, this.catalog),
      ...listingMethods(admin, this.catalog),
    };
  }

  /** Answers a request without HTTP. The address and the headers are not looked at. */
  readonly fetch: FetchLike = async (_url, { body }) => {
    const answer = await this.answer(body);
    return answer === null ? response(500, new Uint8Array()) : response(200, answer);
  };

  /** The answer to the body of a request; null for bytes that are no call, which the gateway answers with status 500. */
  async answer(body: Uint8Array): Promise<Uint8Array | null> {
    const bytes = body.slice();
    this.onCall();
    const call = decodeCall(bytes);
    this.calls.push({ method: call?.method ?? '', bytes });
    if (call === null) return null;
    const { method, sequence } = call;
    if (!isMethod(method)) {
      const message = `Invalid method name: '${method}'`;
      return encodeFailure(method, sequence, { kind: 'exception', message, type: ExceptionKind.UNKNOWN_METHOD });
    }
    const args = decodeArguments(method, call);
    if (args === null) return null;
    try {
      return encodeResult(method, sequence, await this.run(method, args));
    } catch (error) {
      if (!(error instanceof GatewayFailure)) throw error;
      return encodeFailure(method, sequence, error.reply);
    }
  }

  /** Starts the gateway anew: open scanners are lost, and the ids of scanners count from 0 again. The data stays. */
  restart(): Promise<void> {
    return this.scanners.restart();
  }

  /** Listens on a port of the loopback interface. */
  async listen(): Promise<ListeningGateway> {
    const listening = await listenAt((body) => this.answer(body));
    this.listening.add(listening);
    return listening;
  }

  async close(): Promise<void> {
    await Promise.all([...this.listening].map((listening) => listening.close()));
    await this.connection.close();
  }

  private async run<M extends MethodName>(method: M, args: object): Promise<ResultOf<M>> {
    const handler = this.handlers[method] as (args: object) => Promise<ResultOf<M>>;
    try {
      return await handler(args);
    } catch (error) {
      const { table } = args as { readonly table?: Uint8Array };
      throw failureOf(method, error, {
        name: table && decodeText(table),
        describe: (name) => {
          const stored = this.catalog.find(name);
          return stored === undefined ? name : describeTable(stored);
        },
      });
    }
  }
}

/**
 * Opens an empty cluster with a gateway. `clock`: the time of the cluster; by default the machine's, with different
 * timestamps for each call.
 */
export async function createFakeGateway(options: { readonly clock?: ClockLike } = {}): Promise<FakeGateway> {
  const ownClock = new GatewayClock();
  const { clock = ownClock } = options;
  return new FakeGateway(await openMemory({ timestamps: 'wall', clock }), () => ownClock.tick());
}

function response(status: number, bytes: Uint8Array): ResponseLike {
  return {
    ok: status < 300,
    status,
    arrayBuffer: () => Promise.resolve(bytes.slice().buffer),
  };
}
