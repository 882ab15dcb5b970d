import { readFileSync } from 'node:fs';
import { inRoot } from '../package/places.js';

/** The chapters of the rules, in reading order. */
export const CHAPTERS: readonly string[] = [
  'names',
  'cell-order',
  'reads',
  'writes',
  'compaction',
  'schema',
  'filters',
  'shell',
  'decisions',
  'value-encodings',
].map((name) => `lib/rules/${name}.md`);

/** A numbered paragraph of a chapter. */
export interface Rule {
  /** The number, such as `R-24`. */
  readonly number: string;
  /** The chapter's file. */
  readonly path: string;
  /** The paragraph on one line, without its anchor. */
  readonly text: string;
}

const PARAGRAPH = /^<a id="([a-z]-\d+)"><\/a>(.+(?:\n(?!<a id=).+)*)/gm;

/** All rules and decisions, in the order of the chapters. */
export function readRules(): readonly Rule[] {
  return CHAPTERS.flatMap((path) =>
    [...readFileSync(inRoot(path), 'utf8').matchAll(PARAGRAPH)].map(([, id = '', text = '']) => {
      return { number: id.toUpperCase(), path, text: text.replaceAll('\n', ' ') };
    }),
  );
}
