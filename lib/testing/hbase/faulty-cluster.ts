import { openCluster } from '../../cluster/open-cluster.js';
import type { Connection } from '../../index.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { createFakeGateway, type FakeGateway } from './fake-gateway.js';
import { type FaultPlan, FaultyNetwork } from './gateway-faults.js';

/** Shorter than the latest answers of a random plan, so that some of them come too late. */
const TIMEOUT_MS = 1_000;
/** Later than any request or answer of a random plan. */
const ALL_ARRIVED_MS = 10_000;

/** A cluster behind a network that fails by a plan, and a connection to it, in virtual time. */
export class FaultyCluster {
  readonly gateway: FakeGateway;
  readonly connection: Connection;
  private readonly clock: ManualClock;

  private constructor(gateway: FakeGateway, connection: Connection, clock: ManualClock) {
    this.gateway = gateway;
    this.connection = connection;
    this.clock = clock;
  }

  /** `name`: of the connection. The plan decides from the first call after connecting. */
  static async open(
    plan: FaultPlan,
    options: { readonly name: string; readonly exactlyOnce?: boolean },
  ): Promise<FaultyCluster> {
    const { name, exactlyOnce = false } = options;
    const gateway = await createFakeGateway();
    const clock = new ManualClock();
    let connected = false;
    const network = new FaultyNetwork(gateway, (method, index) => (connected ? plan(method, index) : null), clock);
    const connection = await openCluster(
      { url: 'http://gateway.invalid/', timeout: TIMEOUT_MS, exactlyOnce },
      { fetch: network.fetch, clock, waitingClock: clock, name, yielder: turn, close: () => {} },
    );
    connected = true;
    return new FaultyCluster(gateway, connection, clock);
  }

  /** Lets pauses, timeouts and late answers pass until the work has settled. */
  async settled<T>(work: Promise<T>): Promise<T> {
    let isOver = false;
    const over = () => {
      isOver = true;
    };
    work.then(over, over);
    for (await turn(); !isOver; await turn()) this.clock.advance(50);
    return work;
  }

  /** Lets all late requests arrive and run. */
  async allArrived(): Promise<void> {
    this.clock.advance(ALL_ARRIVED_MS);
    for (let turns = 0; turns < 100; turns++) await turn();
  }

  async close(): Promise<void> {
    await this.settled(this.connection.close());
    await this.gateway.close();
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
