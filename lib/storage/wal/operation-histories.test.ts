import { describe, expect, it } from 'vitest';
import { BigtabError } from '../../errors.js';
import { Random } from '../../simulation/random.js';
import { testSeeds } from '../../testing/seed.js';
import { type OperationFacts, type OperationLimits, OperationLog } from './operation-log.js';

/** An operation as its client sees it, and whether it ran. */
interface Sent {
  readonly number: number;
  ran: Uint8Array | null;
  /** Its reply is on its way. */
  replied: boolean;
  answered: boolean;
  repeated: boolean;
}

/** A client that sends its operations in order, and sends those without an answer again when the engine has died. */
interface Client {
  readonly connection: string;
  readonly epoch: number;
  last: number;
  open: Sent[];
  /** Whether the engine was told that it has died, although it lives. */
  forgotten: boolean;
}

const WINDOW = 6;
const LIMITS: OperationLimits = { operations: WINDOW, answerBytes: 40, connections: 3, foundBytes: 1 << 20 };

class History {
  readonly #random: Random;
  readonly #clients: Client[] = [];
  readonly #limits: OperationLimits;
  #epoch = 1;
  /** The highest epoch of a connection that a table has forgotten. */
  #forgottenEpoch = -1;
  #table: OperationLog;
  #record: OperationFacts = { operations: [] };
  #log: { readonly connection: string; readonly number: number; readonly answer: Uint8Array }[] = [];
  /** How many operations were answered from the table, and with OUTCOME_UNKNOWN. */
  known = 0;
  unknown = 0;

  constructor(seed: number, connections: number) {
    this.#random = new Random(seed);
    this.#limits = { ...LIMITS, connections };
    this.#table = new OperationLog(this.#limits);
  }

  run(steps: number): void {
    for (let step = 0; step < steps; step++) {
      const dice = this.#random.below(100);
      if (dice < 4 && this.#clients.length < 6) this.#join();
      else if (dice < 6) this.#flush();
      else if (dice < 9) this.#die();
      else if (this.#clients.length > 0) this.#act(this.#random.pick(this.#clients), dice);
    }
  }

  #join(): void {
    const epoch = this.#epoch;
    const connection = `${epoch}/${this.#clients.length}`;
    this.#clients.push({ connection, epoch, last: 0, open: [], forgotten: false });
  }

  #act(client: Client, dice: number): void {
    if (dice < 11) {
      client.forgotten = true;
      this.#table.forget(client.connection);
    } else if (dice < 40) {
      const first = client.open[0]?.number ?? client.last + 1;
      if (client.last + 1 - first >= WINDOW) return;
      client.open.push({ number: ++client.last, ran: null, replied: false, answered: false, repeated: false });
    } else if (dice < 75) this.#send(client);
    else this.#reply(client);
  }

  /** The next operation that is not sent yet. */
  #send(client: Client): void {
    const { connection, open } = client;
    const next = open.find(({ replied, answered }) => !replied && !answered);
    this.#table.acknowledge(connection, (open[0]?.number ?? client.last + 1) - 1);
    if (next === undefined) return;
    const { number } = next;
    if (this.#table.roomOf(connection) <= 0 && !this.#table.has(connection, number)) return;
    next.replied = true;
    const outcome = this.#outcome(connection, next);
    if (outcome === 'OUTCOME_UNKNOWN') {
      this.unknown++;
      this.#checkUnknown(client, next);
    } else if (outcome !== null) {
      this.known++;
      expect(outcome, `${connection} ${number}`).toEqual(next.ran);
    } else {
      expect(next.ran, `${connection} ${number} runs twice`).toBeNull();
      if (this.#random.below(5) > 0) this.#execute(connection, next);
    }
  }

  #outcome(connection: string, { number, repeated }: Sent): Uint8Array | 'OUTCOME_UNKNOWN' | null {
    try {
      return this.#table.answerOf(connection, number, repeated);
    } catch (error) {
      expect(BigtabError.is(error) && error.code).toBe('OUTCOME_UNKNOWN');
      return 'OUTCOME_UNKNOWN';
    }
  }

  #execute(connection: string, operation: Sent): void {
    const answer = new Uint8Array(this.#random.below(4) === 0 ? this.#random.below(50) : 2).fill(operation.number);
    operation.ran = answer;
    this.#table.ran(connection, operation.number, answer);
    this.#forgottenEpoch = Math.max(this.#forgottenEpoch, this.#table.facts.forgottenEpoch ?? -1);
    this.#log.push({ connection, number: operation.number, answer });
  }

  /** An outcome is unknown only if the connection was forgotten, or may have been. */
  #checkUnknown({ connection, epoch, forgotten }: Client, { number, repeated }: Sent): void {
    const mayBe = forgotten || epoch <= this.#forgottenEpoch;
    expect(repeated && mayBe, `${connection} ${number} is unknown`).toBe(true);
  }

  /** The first answer on its way arrives. */
  #reply(client: Client): void {
    const { open } = client;
    const first = open.find(({ replied, answered }) => replied && !answered);
    if (first === undefined) return;
    first.answered = true;
    while (open[0]?.answered) open.shift();
  }

  #flush(): void {
    this.#record = JSON.parse(JSON.stringify(this.#table.facts));
    this.#log.splice(0, this.#random.below(this.#log.length + 1));
  }

  #die(): void {
    this.#epoch++;
    this.#table = OperationLog.from(this.#record, this.#limits);
    for (const { connection, number, answer } of this.#log) this.#table.ran(connection, number, answer);
    this.#table.complete();
    this.#table.bound();
    this.#forgottenEpoch = Math.max(this.#forgottenEpoch, this.#table.facts.forgottenEpoch ?? -1);
    for (const { open } of this.#clients) {
      for (const sent of open) {
        if (sent.replied && !sent.answered) sent.repeated = true;
        if (!sent.answered) sent.replied = false;
      }
    }
  }
}

describe('Clients that send their operations again after the deaths of engines', () => {
  for (const seed of testSeeds(30)) {
    for (const connections of [6, 3]) {
      it(`get each effect once, with ${connections} of 6 connections remembered (BIGTAB_SEED=${seed} BIGTAB_RUNS=1)`, () => {
        const history = new History(seed, connections);
        history.run(1_000);
        expect(history.known).toBeGreaterThan(5);
      });
    }
  }
});
