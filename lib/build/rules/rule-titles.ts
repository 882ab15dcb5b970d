import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { isTest, sourceFiles } from '../../testing/source-files.js';
import { inRoot } from '../package/places.js';
import { readRules } from './rule-chapters.js';

/** The title of a test, or of a group of them, that names a rule. */
export interface RuleTitle {
  readonly path: string;
  readonly title: string;
}

/** A rule as titles and documents name it; decisions (A-n) are not rules. */
const RULE = /(?<![\w-])([NORWCSFH])-(\d+)(?![\w-])/g;
/** A range such as `N-1 … N-7` includes all rules in between. */
const RANGE = /(?<![\w-])([NORWCSFH])-(\d+)\s*(?:…|–|to)\s*\1-(\d+)(?![\w-])/g;
const QUOTED = String.raw`(['"\x60])((?:\\.|(?!\1)[^\\\n])*)\1`;
/**
 * A title as the first argument of a function that defines tests: of vitest, of playwright, of the suites by factory,
 * and after a table of cases.
 */
const CALL = new RegExp(
  String.raw`(?:\b(?:it|test|describe)(?:\.\w+)*(?:\([^()]*\))?|\btests\.(?:data|table|connection)|\brunner\.\w+|\]\)|\))\(\s*${QUOTED}`,
  'g',
);
/**
 * In a suite by factory, titles may be in a table of cases: any text that ends like a title, with rules in parentheses.
 */
const TEXT = new RegExp(QUOTED, 'g');
/** Recorded histories and calls, except the random ones. */
const RECORDED = 'lib/testing/vectors/data';
/** A title of a text script or session. */
const SCRIPT = /^== (.*)$/gm;

/** The numbers of the rules in `lib/rules`, without the decisions, in the order of the chapters. */
export function allRules(): readonly string[] {
  return readRules()
    .map(({ number }) => number)
    .filter((number) => !number.startsWith('A-'));
}

/** The rules that a title names. */
export function rulesIn(title: string): ReadonlySet<string> {
  const rules = new Set([...title.matchAll(RULE)].map(([rule]) => rule));
  for (const [, letter, from, to] of title.matchAll(RANGE))
    for (let number = Number(from); number <= Number(to); number++) rules.add(`${letter}-${number}`);
  return rules;
}

/** The titles in a file of tests. */
export function titlesIn(path: string, text: string): readonly string[] {
  if (path.endsWith('.txt')) return [...text.matchAll(SCRIPT)].map(([, title]) => title as string);
  if (!isSuite(path)) return [...text.matchAll(CALL)].map(([, , title]) => title as string);
  return [...text.matchAll(TEXT)].map(([, , title]) => title as string).filter((title) => title.endsWith(')'));
}

function isSuite(path: string): boolean {
  return path.startsWith('lib/testing/conformance/');
}

/**
 * The places of titles: next to the code, in suites by factory, in text scripts and sessions, in the browser's tests.
 */
function hasTitles(path: string): boolean {
  return isTest(path) || isSuite(path) || /^lib\/testing\/.*\.txt$/.test(path);
}

/** A recorded history or call is also a test: its id is its title, and it lists its rules. */
function recordedTitles(): readonly (RuleTitle & { readonly rules: readonly string[] })[] {
  return readdirSync(inRoot(RECORDED), { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ndjson.gz'))
    .flatMap(({ name }) => {
      const lines = gunzipSync(readFileSync(inRoot(`${RECORDED}/${name}`)))
        .toString()
        .split('\n');
      return lines.flatMap((line) => {
        const { id, rules } = (line === '' ? {} : JSON.parse(line)) as { id?: string; rules?: readonly string[] };
        return id === undefined || rules === undefined ? [] : [{ path: `${RECORDED}/${name}`, title: id, rules }];
      });
    });
}

/** For each rule, the tests that name it. */
export function titlesByRule(): ReadonlyMap<string, readonly RuleTitle[]> {
  const found = new Map<string, RuleTitle[]>();
  const note = (rule: string, title: RuleTitle) => {
    const titles = found.get(rule);
    if (titles === undefined) found.set(rule, [title]);
    else titles.push(title);
  };
  const files = ['lib', 'worker', 'e2e'].flatMap((folder) => sourceFiles(folder, ['.ts', '.txt']));
  for (const { path, text } of files) {
    if (!hasTitles(path)) continue;
    for (const title of titlesIn(path, text)) for (const rule of rulesIn(title)) note(rule, { path, title });
  }
  for (const { path, title, rules } of recordedTitles()) for (const rule of rules) note(rule, { path, title });
  return found;
}
