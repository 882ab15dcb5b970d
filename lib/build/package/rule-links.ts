import { publishedName } from '../../../demo/guide/guide-site.js';
import { type Rule, readRules } from '../rules/rule-chapters.js';

/*
 * A docstring names its rules after `@see`, as in `@see W-31`. An editor resolves the address of a link from the file
 * in which the user hovers, but a `{@link}` to a declaration from the docstring itself. So the package declares a
 * constant for each of these rules, whose docstring is the rule, and links to that.
 */

const NUMBERS = /[NORWCSFHA]-\d+/g;
/** The rules after `@see`, up to the end of the line or of the docstring: `R-1, R-5 … R-7`. */
const SEE = /(?<=@see )[NORWCSFHA]-\d+(?:(?:, | … )[NORWCSFHA]-\d+)*(?=\s*(?:\n|\*\/))/g;

/** The rules that the docstrings of a declaration file name after `@see`. */
export function rulesSeen(text: string): readonly string[] {
  return [...text.matchAll(SEE)].flatMap(([list]) => list.match(NUMBERS) ?? []);
}

/** `text` with links after `@see`. `specifier`: how the file imports `ruleDeclarations`. */
export function withRuleLinks(text: string, specifier: string): string {
  if (rulesSeen(text).length === 0) return text;
  const linked = text.replace(SEE, (list) =>
    list.replace(NUMBERS, (number) => `{@link Rules.${nameOf(number)} | ${number}}`),
  );
  // A directive has an effect only above the first statement.
  return linked.replace(
    /^(?:\/\/\/ <.*\n)*/,
    (directives) => `${directives}import type * as Rules from '${specifier}';\n`,
  );
}

/** Declares a constant for each of the rules of these numbers. Throws for a number that no rule has. */
export function ruleDeclarations(numbers: Iterable<string>): string {
  const wanted = new Set(numbers);
  const rules = readRules().filter(({ number }) => wanted.delete(number));
  if (wanted.size > 0) throw new Error(`no rule is called ${[...wanted].join(', ')}`);
  return `/* The rules that docstrings name. All rules are in \`guide/rules.md\`. */\n\n${rules.map(declarationOf).join('\n')}`;
}

function declarationOf({ number, path, text }: Rule): string {
  // Links lead to other chapters, which an editor cannot find from here.
  const plain = text.replace(/\[([^\]]+)\]\([^)\s]+\)/g, '$1');
  const address = `dist/guide/${publishedName(path)}.md#${number.toLowerCase()}`;
  return `/** ${plain} */\nexport declare const ${nameOf(number)}: '${address}';\n`;
}

function nameOf(number: string): string {
  return number.replace('-', '');
}
