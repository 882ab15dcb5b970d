import { isTest, sourceFiles } from '../../testing/source-files.js';

/** A program in a document. */
export interface CodeBlock {
  /** The file and the line: `README.md:7`. */
  readonly place: string;
  readonly code: string;
  /** The expected outputs in the comments of its `console.log` lines, in order. */
  readonly prints: readonly string[];
}

/** The `ts` blocks of a Markdown text. */
export function blocksOf(path: string, text: string): readonly CodeBlock[] {
  return blocksBetween(/^```ts\n([\s\S]*?)^```$/gm, path, text);
}

/** The `ts` blocks of a page, joined to one program. */
export function programOf(path: string, text: string): CodeBlock {
  const blocks = blocksOf(path, text);
  return {
    place: path,
    code: blocks.map(({ code }) => code).join('\n'),
    prints: blocks.flatMap(({ prints }) => prints),
  };
}

/** The files in a Markdown text by name: the blocks that begin with a language and a name, as in `ts notes.ts`. */
export function filesOf(text: string): ReadonlyMap<string, string> {
  const found = [...text.matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```$/gm)];
  return new Map(found.map(([, file = '', code = '']) => [file, code]));
}

/** The examples in the docstrings of all declarations that the package's entries could export. */
export function docstringBlocks(): readonly CodeBlock[] {
  return sourceFiles('lib', ['.ts'])
    .filter(({ path }) => !isTest(path) && !/^lib\/(build|testing)\//.test(path))
    .flatMap(({ path, text }) => {
      const plain = text.replace(/^ *\* ?/gm, '');
      // The text after each `@example`, up to the next tag or the end of the comment.
      const examples = blocksBetween(/^@example\n([\s\S]*?)(?=^@|^\/$)/gm, path, plain);
      return [...blocksOf(path, plain), ...examples];
    });
}

function blocksBetween(pattern: RegExp, path: string, text: string): readonly CodeBlock[] {
  return Array.from(text.matchAll(pattern), ({ index, 1: code = '' }) => {
    const line = text.slice(0, index).split('\n').length;
    return { place: `${path}:${line}`, code, prints: printsOf(code) };
  });
}

function printsOf(code: string): readonly string[] {
  return [...code.matchAll(/^.*console\.log\(.*\); \/\/ (.*)$/gm)].map(([, printed = '']) => printed);
}

/**
 * `code` as a complete program: adds the imports, and the connection and table, that an example in a docstring omits.
 */
export function complete(code: string, exported: Readonly<Record<string, readonly string[]>>): string {
  const own = [...code.matchAll(/^import .*$/gm)].map(([line]) => line);
  const body = code.replace(/^import .*\n/gm, '');
  const before = [
    mentions(body, 'table') && !/const table\b/.test(body)
      ? "const table = await connection.ensureTable({ name: 'webtable', families: ['contents', 'anchor', 'people'] });"
      : '',
    '',
  ];
  if (/\bconnection\b/.test(before.join('') + body) && !/const connection\b/.test(body)) {
    before.unshift("const connection = await connect('docs');");
  }
  const whole = [...before, body].join('\n');
  const imports = Object.entries(exported).flatMap(([entry, names]) => {
    const missing = names.filter((name) => mentions(whole, name) && !own.some((line) => mentions(line, name)));
    return missing.length === 0 ? [] : [`import { ${missing.join(', ')} } from '${entry}';`];
  });
  return `${[...own, ...imports].join('\n')}\n${whole}\nexport {};\n`;
}

/** Whether `text` uses `name`, other than as a property or in a declaration. */
function mentions(text: string, name: string): boolean {
  return (
    new RegExp(`(?<![\\w'-]|(?<!\\.\\.)\\.)${name}\\b(?![\\w'-]*:)`).test(text) &&
    !new RegExp(`(?:const|let) ${name}\\b`).test(text)
  );
}
