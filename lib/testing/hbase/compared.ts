import { NOT_CARRIED, type NotCarried } from '../../hbase/not-carried.js';
import type { Failure } from '../vectors/outcome.js';
import { describeFailure } from '../vectors/report.js';

/** How a session or history ended that was recorded from HBase and is now played over the gateway. */
export type Compared =
  /** Every answer is HBase's. */
  | { readonly kind: 'same' }
  /** Every answer is HBase's or Bigtab's, which differs from it on purpose. */
  | { readonly kind: 'decided' }
  /** A call was refused before anything was sent. */
  | { readonly kind: 'refused'; readonly part: Needed }
  | { readonly kind: 'differs'; readonly failure: Failure };

/** What was played, by its id. */
export type ComparedById = ReadonlyMap<string, Compared>;

/** What a session needs that a cluster cannot give: a part that the gateway does not carry, or something else. */
export type Needed = NotCarried | 'times beyond 2^53' | 'regions';

/** The ids of those that are refused, by what they need. */
export type Refusals = Readonly<Partial<Record<Needed, readonly string[]>>>;

/** The ids of those that HBase answers differently than when it was recorded, and why. */
export type Differing = Readonly<Record<string, string>>;

/** The part that the gateway does not carry, if an answer, or a piece of it, is its refusal. */
export function refusedPart(answer: unknown): NotCarried | null {
  const text = JSON.stringify(answer);
  const parts = Object.entries(NOT_CARRIED).filter(([, { what }]) =>
    text.includes(`Not available over HBase: ${what}. `),
  );
  return (parts[0]?.[0] ?? null) as NotCarried | null;
}

/**
 * The lines that report what is wrong; none if exactly those in `refusals` are refused, exactly those in `differing`
 * differ, and all others are answered as they must be.
 */
export function differences(played: ComparedById, refusals: Refusals, differing: Differing = {}): readonly string[] {
  const lines: string[] = [];
  const needs = neededBy(refusals);
  for (const [id, compared] of played) {
    const refused = compared.kind === 'refused' ? compared.part : undefined;
    const listed = needs.get(id);
    const isListed = Object.hasOwn(differing, id);
    if (refused !== listed) lines.push(`${id}: is refused for ${refused}, but listed for ${listed}`);
    if (compared.kind === 'differs' && !isListed) lines.push(describeFailure(compared.failure));
    if (compared.kind !== 'differs' && isListed) lines.push(`${id}: is listed as different, but is not`);
  }
  const strangers = [...needs.keys(), ...Object.keys(differing)].filter((id) => !played.has(id));
  return [...lines, ...strangers.map((id) => `${id}: is listed, but there is none with this id`)];
}

/** What each of those that are refused needs, by its id. */
export function neededBy(refusals: Refusals): ReadonlyMap<string, Needed> {
  return new Map(Object.entries(refusals).flatMap(([part, ids]) => ids.map((id) => [id, part as Needed] as const)));
}

/** How many ended in which way. */
export function figures(played: ComparedById): string {
  const of = (wanted: Compared['kind']) => [...played.values()].filter(({ kind }) => kind === wanted).length;
  return `${of('same')} the same, ${of('decided')} decided, ${of('refused')} refused, ${of('differs')} different`;
}
