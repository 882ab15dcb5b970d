import { readFileSync } from 'node:fs';
import { basename } from 'node:path/posix';
import { inRoot } from '../../../lib/build/package/places.js';
import { CHAPTERS, readRules } from '../../../lib/build/rules/rule-chapters.js';

/*
 * The differences from HBase are listed in one place, `lib/rules/decisions.md`. The tables on the guide's page about
 * HBase are generated from that list.
 */

/** A case in which Bigtab differs from HBase, or in which HBase itself has more than one answer. */
export interface Decision {
  /** `A-7`. */
  readonly number: string;
  readonly subject: string;
  readonly hbase: string;
  readonly bigtab: string;
  /** The name of the first chapter that mentions it, or null if no chapter does. */
  readonly chapter: string | null;
}

const DECISION = /^\*\*A-\d+ (.+?)\.\*\* HBase: (.+) Bigtab: (.+)$/;
const PLACE = /<!-- decisions: ([\w -]+) -->/g;

/** The decisions in order. Throws if one does not have the same form as the others. */
export function readDecisions(): readonly Decision[] {
  const chapters = firstMentions();
  const decisions = readRules().filter(({ number }) => number.startsWith('A-'));
  return decisions.map(({ number, text }) => {
    const [whole, subject = '', hbase = '', bigtab = ''] = DECISION.exec(text) ?? [];
    if (whole === undefined) throw new Error(`${number} does not have the form "**A-1 Subject.** HBase: … Bigtab: …"`);
    return { number, subject, hbase, bigtab, chapter: chapters.get(number) ?? null };
  });
}

/** For each decision, the name of the first chapter that mentions it. */
function firstMentions(): ReadonlyMap<string, string> {
  const chapters = new Map<string, string>();
  for (const path of CHAPTERS) {
    const name = basename(path, '.md');
    if (name === 'decisions') continue;
    for (const [number] of readFileSync(inRoot(path), 'utf8').matchAll(/\bA-\d+\b/g)) {
      if (!chapters.has(number)) chapters.set(number, name);
    }
  }
  return chapters;
}

/**
 * Replaces each comment such as `<!-- decisions: reads none -->` in `page` with a table of the decisions of these
 * chapters. `none` stands for the decisions that no chapter mentions.
 */
export function withDecisions(page: string): string {
  return page.replace(PLACE, (_, words: string) => {
    const wanted = words.split(' ').map((word) => (word === 'none' ? null : word));
    const rows = readDecisions()
      .filter(({ chapter }) => wanted.includes(chapter))
      .map(({ number, subject, hbase, bigtab }) => {
        const link = `[${number}](decisions.md#${number.toLowerCase()})`;
        const row = `| ${link} | ${[subject, hbase, bigtab].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
        return row.replaceAll('](', '](../../../lib/rules/');
      });
    return ['| # | subject | HBase | Bigtab |', '|---|---|---|---|', ...rows].join('\n');
  });
}
