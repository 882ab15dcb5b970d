import { agreesWithCall, answersOf, type Got } from '../vectors/calls/call-agreement.js';
import { hasBeyondCell } from '../vectors/calls/call-arguments.js';
import type { AnsweredCall, CallCase } from '../vectors/calls/call-case.js';
import { CallSession } from '../vectors/calls/call-session.js';
import { NotCounterpart } from '../vectors/calls/calls-left-out.js';
import { gotOf, withoutStrangers } from '../vectors/calls/play-call.js';
import type { Failure } from '../vectors/outcome.js';
import type { Stage } from '../vectors/stage.js';

/** How a session ended that was recorded from HBase's own client and is now played over the gateway. */
export type SessionOutcome =
  /** Every answer is HBase's. */
  | { readonly kind: 'same' }
  /** Every answer is HBase's or Bigtab's, which differs from it on purpose. */
  | { readonly kind: 'decided' }
  /** A call was refused before anything was sent. `part`: what the gateway does not carry. */
  | { readonly kind: 'refused'; readonly part: string }
  | { readonly kind: 'differs'; readonly failure: Failure };

/** The only refusals after which a session goes on: these calls change no answer. */
const CHANGES_NO_ANSWER = /^admin\.(?:flush|compact|majorCompact)\b/;

/** Plays a session in an empty cluster. */
export async function playSession({ id, calls = [] }: CallCase, stage: Stage): Promise<SessionOutcome> {
  // A refused object cannot be read again.
  if (calls.some(({ expect }) => hasBeyondCell(expect))) return { kind: 'refused', part: 'timestamps beyond 2^53' };
  const session = new CallSession(stage);
  let outcome: SessionOutcome = { kind: 'same' };
  for (const [index, call] of calls.entries()) {
    const recorded = withoutStrangers(call, session.created);
    const got = await answerTo(session, recorded);
    if ('part' in got) {
      outcome = { kind: 'refused', part: got.part };
      if (CHANGES_NO_ANSWER.test(recorded.call[0])) continue;
      return outcome;
    }
    const { bigtab, ...hbase } = recorded;
    if (agreesWithCall(hbase, got)) continue;
    if (!agreesWithCall(recorded, got)) {
      const [value] = answersOf(recorded);
      return {
        kind: 'differs',
        failure: { id, number: index + 1, call: recorded.call, expected: { value }, got },
      };
    }
    if (outcome.kind === 'same') outcome = { kind: 'decided' };
  }
  return outcome;
}

/** The answer to a call, or the part that the gateway does not carry. */
async function answerTo(session: CallSession, { call }: AnsweredCall): Promise<Got | { readonly part: string }> {
  try {
    const got = await gotOf(() => session.run(call));
    // The refusal of one call of several is inside of the answer.
    const [, part] = /Over HBase, (.*?) is not available/.exec(JSON.stringify(got)) ?? [];
    return part === undefined ? got : { part };
  } catch (error) {
    if (error instanceof NotCounterpart) return { part: error.message };
    throw error;
  }
}
