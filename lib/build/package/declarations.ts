import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { ruleDeclarations, rulesSeen, withRuleLinks } from './rule-links.js';

const SPECIFIER = /(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g;
/** The file that declares the rules to which docstrings link. */
const RULES = 'rules';

/**
 * Copies the declarations that the entries reach, and no others, from the compiler's output to `to`, with links to the
 * rules that their docstrings name, and adds the declarations of these rules.
 */
export async function copyDeclarations(from: string, to: string, entries: readonly string[]): Promise<void> {
  const rules = new Set<string>();
  const seen = new Set<string>();
  const waiting = entries.map((entry) => join(from, entry));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const place = relative(from, file);
    const text = await readFile(file, 'utf8');
    for (const rule of rulesSeen(text)) rules.add(rule);
    const rulesFile = relative(dirname(place), `${RULES}.js`);
    await mkdir(dirname(join(to, place)), { recursive: true });
    await writeFile(join(to, place), withRuleLinks(text, rulesFile.startsWith('.') ? rulesFile : `./${rulesFile}`));
    for (const [, specifier] of text.matchAll(SPECIFIER)) {
      waiting.push(join(dirname(file), (specifier as string).replace(/\.js$/, '.d.ts')));
    }
  }
  await writeFile(join(to, `${RULES}.d.ts`), ruleDeclarations(rules));
}
