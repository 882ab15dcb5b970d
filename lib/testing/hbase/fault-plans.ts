import type { Random } from '../../simulation/random.js';
import type { Fault, FaultPlan } from './gateway-faults.js';

/** The faults of a seeded plan. They lose, delay and repeat, and change no bytes to other valid ones. */
const KINDS: readonly ((random: Random) => Fault)[] = [
  () => ({ kind: 'not reached' }),
  () => ({ kind: 'request lost' }),
  (random) => ({ kind: 'request late', ms: random.below(2_000) }),
  () => ({ kind: 'answer lost' }),
  () => ({ kind: 'answer broken off' }),
  (random) => ({ kind: 'answer cut', length: random.below(40) }),
  (random) => ({ kind: 'answer late', ms: random.below(2_000) }),
  (random) => ({ kind: 'status', status: random.pick([500, 502, 503, 504]), ran: random.chance(0.5) }),
  () => ({ kind: 'restart' }),
];

/** The names of the faults of `randomPlan`. */
export type RandomFault = Exclude<Fault['kind'], 'answer changed' | 'doubled'>;

/** The `nth` call of `method`, counted from 0, fails. */
export function failingCall(method: string, nth: number, fault: Fault): FaultPlan {
  let calls = 0;
  return (name) => (name === method && calls++ === nth ? fault : null);
}

/** Every call of `method` fails. */
export function failingMethod(method: string, fault: Fault): FaultPlan {
  return (name) => (name === method ? fault : null);
}

/** The first of these plans that has a fault decides. Each of them sees every call. */
export function plansOf(...plans: readonly FaultPlan[]): FaultPlan {
  return (method, index) => {
    const faults = plans.map((plan) => plan(method, index));
    return faults.find((fault) => fault !== null) ?? null;
  };
}

/** Each call fails with this probability, in a way that depends only on `random`. `only`: the faults to choose from. */
export function randomPlan(random: Random, probability: number, only?: readonly RandomFault[]): FaultPlan {
  const some = new Map(KINDS.map((make) => [make(random.fork()).kind, make]));
  const kinds = only === undefined ? KINDS : only.map((kind) => some.get(kind) as (typeof KINDS)[number]);
  return () => (random.chance(probability) ? random.pick(kinds)(random) : null);
}
