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

/** The ids of those that are refused, and what each of them needs. */
export type Refusals = Readonly<Record<string, Needed>>;

/** The part that the gateway does not carry, if an answer, or a piece of it, is its refusal. */
export function refusedPart(answer: unknown): NotCarried | null {
  const text = JSON.stringify(answer);
  const parts = Object.entries(NOT_CARRIED).filter(([, { what }]) =>
    text.includes(`Not available over HBase: ${what}. `),
  );
  return (parts[0]?.[0] ?? null) as NotCarried | null;
}

/** The lines that report differences; none if each id ended as it must, and exactly those in `refusals` are refused. */
export function differences(played: ComparedById, refusals: Refusals): readonly string[] {
  const lines: string[] = [];
  for (const [id, compared] of played) {
    const listed = Object.hasOwn(refusals, id) ? refusals[id] : undefined;
    if (compared.kind === 'differs') lines.push(describeFailure(compared.failure));
    else if (compared.kind === 'refused' && compared.part !== listed) {
      lines.push(`${id}: refused for '${compared.part}', but listed for '${listed ?? 'nothing'}'`);
    } else if (compared.kind !== 'refused' && listed !== undefined) {
      lines.push(`${id}: is listed as refused for '${listed}', but is answered`);
    }
  }
  const strangers = Object.keys(refusals).filter((id) => !played.has(id));
  return [...lines, ...strangers.map((id) => `${id}: is listed as refused, but there is none with this id`)];
}

/** How many ended in which way. */
export function figures(played: ComparedById): string {
  const kinds = [...played.values()].map(({ kind }) => kind);
  return (['same', 'decided', 'refused', 'differs'] as const)
    .map((kind) => `${kinds.filter((one) => one === kind).length} ${kind}`)
    .join(', ');
}
