/*
 * Reads a script: sections with a title, blocks of commands, and their output below `----`. README.md describes the
 * format.
 */

/** A command, or a line that belongs to one. */
export interface Command {
  /** Counted from 1, as in editors. */
  readonly line: number;
  /** The line as in the script, without leading and trailing blanks. */
  readonly text: string;
  /** The words that are not options, without quotes. The first one is the command's name. */
  readonly words: readonly string[];
  /** `NAME=>value`. */
  readonly options: ReadonlyMap<string, string>;
  /** The more deeply indented lines below it. */
  readonly parts: readonly Command[];
}

/** Commands and their combined output. */
export interface Block {
  /** The line of the first command. */
  readonly line: number;
  readonly commands: readonly Command[];
  readonly expected: readonly string[];
  /** The line after the last command, counted from 1. It is `----` if anything is printed. */
  readonly outputLine: number;
}

/** A separate part of the script, with its own database. */
export interface Section {
  readonly line: number;
  readonly title: string;
  readonly blocks: readonly Block[];
}

export interface Script {
  readonly path: string;
  readonly lines: readonly string[];
  readonly sections: readonly Section[];
}

const OUTPUT = '----';
const TITLE = /^== (.+)$/;
const OPTION = /^([A-Za-z][\w.]*)=>(.*)$/s;
/** A word: quoted and unquoted parts without blanks between them. */
const WORD = /(?:"[^"]*"|'[^']*'|[^\s'"])+/g;

/** The script in `text`. If it is malformed, throws an Error that names path and line. */
export function parseScript(path: string, text: string): Script {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const sections: { line: number; title: string; blocks: Block[] }[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] as string;
    const title = TITLE.exec(line)?.[1];
    if (title !== undefined) sections.push({ line: at + 1, title, blocks: [] });
    if (title !== undefined || isIdle(line)) {
      at++;
      continue;
    }
    const section = sections.at(-1);
    if (section === undefined) throw scriptError(path, at + 1, 'a script begins with the title of a section: == title');
    const end = blockEnd(lines, at);
    section.blocks.push(parseBlock(path, lines, at, end));
    at = end;
  }
  return { path, lines, sections };
}

/** The text of `script` with other outputs. `outputs`: the output of each block. */
export function withOutputs(script: Script, outputs: ReadonlyMap<Block, readonly string[]>): string {
  const lines = [...script.lines];
  const blocks = script.sections.flatMap((section) => section.blocks);
  // From the end, so that the line numbers of earlier blocks stay correct.
  for (const block of blocks.reverse()) {
    const printed = outputs.get(block) ?? block.expected;
    const old = block.expected.length === 0 ? 0 : block.expected.length + 1;
    lines.splice(block.outputLine - 1, old, ...(printed.length === 0 ? [] : [OUTPUT, ...printed]));
  }
  return lines.join('\n');
}

/** An error in the script itself. */
function scriptError(path: string, line: number, what: string): Error {
  return new Error(`${path}:${line}: ${what}`);
}

/** A blank line or a comment. */
function isIdle(line: string): boolean {
  return line === '' || line.startsWith('#');
}

/** The index of the blank line after the block that begins at `start`. */
function blockEnd(lines: readonly string[], start: number): number {
  const length = lines.slice(start).indexOf('');
  return length === -1 ? lines.length : start + length;
}

function parseBlock(path: string, lines: readonly string[], start: number, end: number): Block {
  const output = lines.slice(start, end).indexOf(OUTPUT);
  const outputAt = output === -1 ? end : start + output;
  const expected = lines.slice(outputAt + 1, end);
  if (output !== -1 && expected.length === 0)
    throw scriptError(path, outputAt + 1, 'nothing stands below ----; leave it out where nothing is printed');
  const written = lines
    .slice(start, outputAt)
    .map((text, index) => ({ text, line: start + index + 1 }))
    .filter(({ text }) => !isIdle(text.trim()));
  const [first] = written;
  if (first === undefined || first.text.startsWith(' '))
    throw scriptError(path, start + 1, 'a block begins with a command, not indented');
  return { line: first.line, commands: parseCommands(path, written), expected, outputLine: outputAt + 1 };
}

interface Written {
  readonly line: number;
  readonly text: string;
}

/** Commands at the indentation of the first line, each with the more deeply indented lines below it. */
function parseCommands(path: string, written: readonly Written[]): readonly Command[] {
  const [first] = written;
  if (first === undefined) return [];
  const depth = indentation(first.text);
  const starts = [...written.keys()].filter((index) => indentation((written[index] as Written).text) <= depth);
  return starts.map((start, index) => {
    const one = written[start] as Written;
    if (indentation(one.text) < depth)
      throw scriptError(path, one.line, 'the lines of one command stand under each other');
    const below = written.slice(start + 1, starts[index + 1]);
    return parseCommand(path, one, parseCommands(path, below));
  });
}

function parseCommand(path: string, { line, text: indented }: Written, parts: readonly Command[]): Command {
  const text = indented.trim();
  const written = text.match(WORD) ?? [];
  if (text.replace(WORD, '').trim() !== '') throw scriptError(path, line, 'a quote is not closed');
  const options = new Map<string, string>();
  const words: string[] = [];
  for (const word of written) {
    const option = OPTION.exec(word);
    if (option === null) words.push(unquoted(word));
    else options.set(option[1] as string, unquoted(option[2] as string));
  }
  return { line, text, words, options, parts };
}

function indentation(text: string): number {
  return text.length - text.trimStart().length;
}

function unquoted(word: string): string {
  return word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2');
}
