import { describe, expect, it } from 'vitest';
import { isTest, sourceFiles } from '../../testing/source-files.js';
import { readRules } from '../rules/rule-chapters.js';
import { packedGuide } from './packed-guide.js';
import { ruleDeclarations, rulesSeen, withRuleLinks } from './rule-links.js';

describe('Links to rules', () => {
  it('are added after each @see', () => {
    const text = '/** Short. @see R-5 */\na;\n/**\n * Long.\n *\n * @see W-3 … W-5, A-10\n */\nb;\n';
    expect(rulesSeen(text)).toEqual(['R-5', 'W-3', 'W-5', 'A-10']);
    expect(withRuleLinks(text, '../rules.js')).toBe(
      "import type * as Rules from '../rules.js';\n" +
        '/** Short. @see {@link Rules.R5 | R-5} */\na;\n' +
        '/**\n * Long.\n *\n * @see {@link Rules.W3 | W-3} … {@link Rules.W5 | W-5}, {@link Rules.A10 | A-10}\n */\nb;\n',
    );
    expect(withRuleLinks('/** No rule (R-5). */', './rules.js')).toBe('/** No rule (R-5). */');
  });

  it('keep directives at the top of a file', () => {
    const text = '/// <reference lib="esnext.disposable" />\n/** Short. @see R-5 */\na;\n';
    expect(withRuleLinks(text, './rules.js')).toBe(
      '/// <reference lib="esnext.disposable" />\n' +
        "import type * as Rules from './rules.js';\n" +
        '/** Short. @see {@link Rules.R5 | R-5} */\na;\n',
    );
  });

  it('lead to a declaration with the rule and the address of its chapter', () => {
    const text = ruleDeclarations(['R-5']);
    expect(text).toContain('/** **R-5** An empty or missing row returns an empty Result');
    expect(text).toContain("export declare const R5: 'dist/guide/rules-reads.md#r-5';");
    expect(() => ruleDeclarations(['X-1'])).toThrowError('no rule is called X-1');
  });

  it('all have a target in the guide of the package', () => {
    const seen = sourceFiles('lib', ['.ts'])
      .filter(({ path }) => !isTest(path) && !path.startsWith('lib/build/'))
      .flatMap(({ text }) => rulesSeen(text));
    expect(new Set(seen).size).toBeGreaterThan(100);
    const guide = packedGuide();
    for (const [, file = '', anchor] of ruleDeclarations(seen).matchAll(/: 'dist\/guide\/(.+)#(.+)';$/gm))
      expect(guide.get(file), `${file}#${anchor}`).toContain(`<a id="${anchor}"></a>`);
    // A docstring with rules in another form would not get links.
    const written = sourceFiles('lib', ['.ts'])
      .filter(({ path }) => !isTest(path) && !path.startsWith('lib/build/'))
      .flatMap(({ text }) => text.match(/@see [A-Z]-\d+/g) ?? []);
    expect(written.filter((see) => !seen.includes(see.slice('@see '.length)))).toEqual([]);
  });

  it('can be made for every rule', () => {
    const text = ruleDeclarations(readRules().map(({ number }) => number));
    expect(text).not.toMatch(/\]\(/);
    expect(text.match(/^export declare const /gm)).toHaveLength(readRules().length);
    expect(text.match(/\*\//g)).toHaveLength(readRules().length + 1);
  });
});
