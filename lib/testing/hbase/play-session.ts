import { agreesWithCall, answersOf, type Got } from '../vectors/calls/call-agreement.js';
import { hasBeyondCell } from '../vectors/calls/call-arguments.js';
import type { AnsweredCall, CallCase } from '../vectors/calls/call-case.js';
import { CallSession } from '../vectors/calls/call-session.js';
import { NotCounterpart } from '../vectors/calls/calls-left-out.js';
import { gotOf, withoutStrangers } from '../vectors/calls/play-call.js';
import type { Stage } from '../vectors/stage.js';
import { type Compared, type Needed, refusedPart } from './compared.js';

/** The refusals after which a session goes on, because these calls change no later answer. */
const CHANGES_NO_ANSWER = /^(?:admin\.(?:flush|compact|majorCompact|getRegions)|table\.(?:get|exists|scan|scanner))\b/;

/** Plays a session in an empty cluster. */
export async function playSession({ id, calls = [] }: CallCase, stage: Stage): Promise<Compared> {
  // A refused object cannot be read again.
  if (calls.some(({ expect }) => hasBeyondCell(expect))) return { kind: 'refused', part: 'times beyond 2^53' };
  const session = new CallSession(stage);
  let outcome: Compared = { kind: 'same' };
  for (const [index, call] of calls.entries()) {
    const recorded = withoutStrangers(call, session.created);
    const got = await answerTo(session, recorded);
    if ('part' in got) {
      if (outcome.kind !== 'refused') outcome = { kind: 'refused', part: got.part };
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

/** The answer to a call, or what it needs that a cluster cannot give. */
async function answerTo(session: CallSession, { call }: AnsweredCall): Promise<Got | { readonly part: Needed }> {
  try {
    const got = await gotOf(() => session.run(call));
    const part = refusedPart(got);
    return part === null ? got : { part };
  } catch (error) {
    if (error instanceof NotCounterpart) return { part: 'regions' };
    throw error;
  }
}
