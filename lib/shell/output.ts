import { BigtabError } from '../errors.js';
import { printable } from './printable.js';

/** No text of any browser is longer than about 2^29 characters. This leaves room for the message of the error. */
const MOST_CHARACTERS = 2 ** 28;

/**
 * The output of commands, line by line, in the columns of a terminal of a certain width (H-30, H-31). HBase:
 * `Shell::Formatter`.
 */
export class Output {
  private readonly width: number;
  private readonly limit: number;
  private readonly lines: string[] = [];
  private length = 0;

  /**
   * `width` of the terminal in characters; 0 = no padding and no wrapping. `limit`: the most characters of the output;
   * tests have a smaller one.
   */
  constructor(width: number, limit: number = MOST_CHARACTERS) {
    this.width = width;
    this.limit = limit;
  }

  /** All output so far. */
  get text(): string {
    return this.lines.join('\n');
  }

  /**
   * Prints one line; characters that are not printable, including line ends, are shown as bytes. Throws INVALID_OPERATION
   * if the output would be too long.
   */
  line(text = ''): void {
    const line = this.converted(text);
    if (this.length + line.length >= this.limit) throw this.tooLong();
    this.add(line);
  }

  /** Prints a short line, such as that of an error, however long the output is. */
  shortLine(text = ''): void {
    this.add(printable(text));
  }

  /** The names of the columns. */
  header(...columns: readonly string[]): void {
    this.columns(columns, '', '  ');
  }

  /** Prints a row. One column is cut into lines; two wrap side by side; more are printed on one line. */
  row(...columns: readonly string[]): void {
    this.columns(columns, ' ', ' ');
  }

  footer(rows: number): void {
    this.line(`${rows} row(s)`);
  }

  private add(line: string): void {
    this.lines.push(line);
    this.length += line.length + 1;
  }

  private converted(text: string): string {
    if (this.length + text.length >= this.limit) throw this.tooLong();
    return printable(text);
  }

  private tooLong(): BigtabError {
    const message = `The output of this run has more than ${this.limit.toLocaleString('en')} characters. Print less, for example with LIMIT, or run the commands in several calls.`;
    return new BigtabError('INVALID_OPERATION', message);
  }

  private columns(columns: readonly string[], inset: string, gap: string): void {
    // Converted before they are cut, so that each piece has the right width.
    const [first = '', second] = columns.map((column) => this.converted(column));
    if (second === undefined) for (const line of pieces(first, this.width)) this.line(line);
    else if (columns.length > 2) this.line(` ${columns.join(' ')}`);
    else this.sideBySide(first, second, inset, gap);
  }

  private sideBySide(first: string, second: string, inset: string, gap: string): void {
    const firstWidth = Math.floor(this.width / 4);
    const secondWidth = this.width === 0 ? 0 : this.width - firstWidth - 2;
    const left = pieces(first, firstWidth);
    const right = pieces(second, secondWidth);
    for (let index = 0; index < Math.max(left.length, right.length); index++) {
      const begin = (left[index] ?? '').padEnd(firstWidth);
      this.line(`${inset}${begin}${gap}${(right[index] ?? '').padEnd(secondWidth)}`);
    }
  }
}

/** `text` in pieces of `width` characters; in one piece for 0. */
function pieces(text: string, width: number): readonly string[] {
  if (width === 0 || text.length <= width) return [text];
  return Array.from({ length: Math.ceil(text.length / width) }, (_, index) =>
    text.slice(index * width, (index + 1) * width),
  );
}
