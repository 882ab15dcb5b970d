import { Malformed } from '../checks.js';
import type { Outcome } from '../outcome.js';
import type { Stage } from '../stage.js';
import { agreesWithCall, answersOf, type Got } from './call-agreement.js';
import { answerOf, errorAnswer } from './call-answers.js';
import { hasBeyondCell } from './call-arguments.js';
import { type AnsweredCall, type Call, type CallCase, checkCallCase } from './call-case.js';
import { callFunction } from './call-functions.js';
import { CallSession } from './call-session.js';
import { NotCounterpart } from './calls-left-out.js';
import { continued, invoke, makeObject } from './make-object.js';

/** Whether a case needs a database, which must be empty. */
export function needsDatabase(line: unknown): boolean {
  return typeof line === 'object' && line !== null && 'calls' in line;
}

/** Judges one case: plays it, or reports why it has no counterpart. */
export async function playCall(line: unknown, stage: Stage | null): Promise<Outcome> {
  const id = String((line as { readonly id?: unknown }).id);
  try {
    checkCallCase(line);
    return await (line.calls === undefined ? playSingle(line) : playSession(line, stage as Stage));
  } catch (error) {
    if (error instanceof NotCounterpart) return { kind: 'left out', part: error.message };
    if (!(error instanceof Malformed)) throw error;
    return { kind: 'failed', failure: { id, reason: `malformed: ${error.message}` } };
  }
}

async function playSingle(line: CallCase & AnsweredCall): Promise<Outcome> {
  return judge(line.id, 1, line, await gotOf(() => run(line.call)));
}

async function playSession({ id, calls = [] }: CallCase, stage: Stage): Promise<Outcome> {
  // A refused object cannot be read again.
  if (calls.some(({ expect }) => hasBeyondCell(expect))) throw new NotCounterpart('timestamps beyond 2^53 (A-30)');
  // Compactions are off for histories, but a call may request one.
  await stage.connection.getAdmin().compactionSwitch(true);
  const session = new CallSession(stage);
  for (const [index, recorded] of calls.entries()) {
    const got = await gotOf(() => session.run(recorded.call));
    const outcome = judge(id, index + 1, withoutStrangers(recorded, session.created), got);
    if (outcome.kind !== 'passed') return outcome;
  }
  return { kind: 'passed' };
}

const SYSTEM_TABLES = ['hbase:meta', 'hbase:namespace', 'hbase:quota'];

/**
 * Tables in the namespace `hbase` outlived HBase's sessions, so lists contain tables of other sessions, which do not
 * count.
 */
export function withoutStrangers(recorded: AnsweredCall, created: ReadonlySet<string>): AnsweredCall {
  const { expect } = recorded;
  if (!Array.isArray(expect)) return recorded;
  const known = (name: unknown) =>
    typeof name !== 'string' || !name.startsWith('hbase:') || SYSTEM_TABLES.includes(name) || created.has(name);
  return { ...recorded, expect: expect.filter(known) };
}

/** A static function, or an object and its methods one after the other. */
function run([name, ...args]: Call): unknown {
  if (name !== 'new') return callFunction(name, args);
  const [first, ...calls] = args as [unknown, ...Call[]];
  let object = makeObject(first);
  let last = object;
  for (const call of calls) {
    last = invoke(object, call);
    object = continued(object, last);
  }
  return last;
}

/** The outcome of a call. */
export async function gotOf(call: () => unknown): Promise<Got> {
  try {
    return { value: answerOf(await call()) };
  } catch (error) {
    if (error instanceof NotCounterpart || error instanceof Malformed) throw error;
    return errorAnswer(error);
  }
}

function judge(id: string, number: number, recorded: AnsweredCall, got: Got): Outcome {
  if (agreesWithCall(recorded, got)) return { kind: 'passed' };
  const [expected] = answersOf(recorded);
  return { kind: 'failed', failure: { id, number, call: recorded.call, expected: { value: expected }, got } };
}
