/*
 * Where Bigtab differs from HBase stands once, in the list at the end of `lib/RULES.md`. The guide's page is made from that list.
 */

/** A decision: where Bigtab does not do what HBase does, or where HBase has no one answer. */
export interface Decision {
  /** `A-7`. */
  readonly number: string;
  readonly subject: string;
  readonly hbase: string;
  readonly bigtab: string;
  /** The section of the rules in which it is taken, or null when it belongs to no single one. */
  readonly section: number | null;
}

/** The columns of one that was merged or withdrawn are empty, so it is none. */
const ROW = /^\| <a id="a-\d+"><\/a>(A-\d+) \| (.+) \| (.+) \| (.+) \|$/gm;
const PLACE = /<!-- decisions: ([\w ]+) -->/g;

/** The decisions of `rules` in their order, without those that were merged or withdrawn. */
export function decisionsOf(rules: string): readonly Decision[] {
  const [body = '', list = ''] = rules.split('\n## Decisions\n');
  const sections = sectionsOf(body);
  return [...list.matchAll(ROW)].map(([, number = '', subject = '', hbase = '', bigtab = '']) => {
    return { number, subject, hbase, bigtab, section: sections.get(number) ?? null };
  });
}

/** The section that first takes each decision. */
function sectionsOf(body: string): ReadonlyMap<string, number> {
  const sections = new Map<string, number>();
  for (const text of body.split(/\n(?=## \d+\. )/)) {
    const section = /^## (\d+)\. /.exec(text)?.[1];
    if (section === undefined) continue;
    for (const [number] of text.matchAll(/\bA-\d+\b/g)) {
      if (!sections.has(number)) sections.set(number, Number(section));
    }
  }
  return sections;
}

/** `page` with a table in each place that says `<!-- decisions: 3 -->`: those of the sections, or of `none`. */
export function withDecisions(page: string, rules: string): string {
  const decisions = decisionsOf(rules);
  return page.replace(PLACE, (_, words: string) => {
    const wanted = words.split(' ').map((word) => (word === 'none' ? null : Number(word)));
    const rows = decisions
      .filter(({ section }) => wanted.includes(section))
      .map((decision) => {
        const { number, subject, hbase, bigtab } = decision;
        return `| [${number}](../../../lib/RULES.md#${number.toLowerCase()}) | ${subject} | ${hbase} | ${bigtab} |`;
      });
    return ['| # | subject | HBase | Bigtab |', '|---|---|---|---|', ...rows].join('\n');
  });
}
