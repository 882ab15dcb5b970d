import { ByteReader } from '../../bytes/byte-reader.js';
import { ByteWriter } from '../../bytes/byte-writer.js';
import type { Clock } from '../../clock.js';
import { Gateway } from '../../hbase/gateway.js';
import { readHead } from '../../hbase/thrift/message.js';
import { type ArgsOf, METHODS, type MethodName, type ResultOf } from '../../hbase/thrift/methods.js';
import { TIllegalArgument, TIOError } from '../../hbase/thrift/structs.js';
import { type Fields, I32, struct, TEXT, type Type } from '../../hbase/thrift/types.js';
import { ManualClock } from '../../simulation/manual-clock.js';

/** What a call is answered with, by its method. A Failure that is thrown is an error of HBase. */
export type GatewayAnswers = {
  readonly [M in MethodName]?: (args: ArgsOf<M>) => ResultOf<M> | Promise<ResultOf<M>>;
};

/** A call that arrived. */
export interface GatewayCall {
  readonly name: MethodName;
  readonly args: unknown;
}

/** An error that HBase's gateway answers with: a TIOError or a TIllegalArgument. */
export class Failure extends Error {
  readonly kind: 'io' | 'illegal';

  constructor(message: string, kind: 'io' | 'illegal' = 'io') {
    super(message);
    this.kind = kind;
  }
}

/** Thrown instead of an answer: the request has arrived, and its answer is lost. */
export class LostAnswer extends Error {}

export interface FakeGateway {
  readonly gateway: Gateway;
  /** All calls, in the order in which they arrived. */
  readonly calls: readonly GatewayCall[];
}

const REPLY = 2;

/** A gateway behind the real codec: calls and answers travel as bytes. */
export function fakeGateway(answers: GatewayAnswers, clock: Clock = new ManualClock()): FakeGateway {
  const calls: GatewayCall[] = [];
  const answer = async (body: Uint8Array): Promise<Uint8Array<ArrayBuffer>> => {
    const reader = new ByteReader(body, 0, body.length, 'a call');
    const name = readHead(reader).name as MethodName;
    const args = METHODS[name][0].read(reader);
    calls.push({ name, args });
    const run = answers[name] as ((args: unknown) => unknown) | undefined;
    if (run === undefined) throw new Error(`the test does not answer ${name}`);
    return encodeReply(name, await outcomeOf(() => run(args)));
  };
  const gateway = new Gateway({
    url: 'http://gateway.test/',
    headers: {},
    fetch: async (_, { body }) => {
      const bytes = await answer(body);
      return { ok: true, status: 200, arrayBuffer: async () => bytes.buffer };
    },
    timeoutMs: 60_000,
    clock,
  });
  return { gateway, calls };
}

interface Outcome {
  readonly success?: unknown;
  readonly io?: TIOError;
  readonly illegal?: TIllegalArgument;
}

async function outcomeOf(run: () => unknown): Promise<Outcome> {
  try {
    return { success: await run() };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { [error.kind]: { message: error.message } };
  }
}

function encodeReply(name: MethodName, outcome: Outcome): Uint8Array<ArrayBuffer> {
  const out = new ByteWriter();
  I32.write(out, (0x8001_0000 + REPLY) | 0);
  TEXT.write(out, name);
  I32.write(out, 0);
  const type = METHODS[name][1] as Type<unknown> | null;
  const errors = { io: [1, TIOError], illegal: [2, TIllegalArgument] } as const;
  const fields = type === null ? errors : { success: [0, type], ...errors };
  struct(fields as Fields<Outcome>).write(out, outcome);
  return out.written().slice() as Uint8Array<ArrayBuffer>;
}
