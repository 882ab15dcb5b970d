import type { Encoding } from './encoding.js';

/** A line of a file without its line end, or one part of a line that is cut. */
export interface FileLine {
  /** The number of the line, starting at 1. */
  readonly number: number;
  readonly text: string;
  /** Whether the next part belongs to the same line. */
  readonly goesOn?: true;
}

/** Some lines of a file, in order. */
export interface LinePiece {
  readonly lines: readonly FileLine[];
  /**
   * The bytes of the file up to the end of this piece. Within a chunk that the browser reads, this is estimated from
   * the number of lines.
   */
  readonly bytesRead: number;
}

export interface LineOptions {
  readonly encoding: Encoding;
  /** Whether a long line is delivered in parts. Otherwise it is an error. */
  readonly cutsLines: boolean;
}

/** The number of lines in a piece. */
const PIECE_LINES = 500;
/** Longer than any line of an ordinary file, and shorter than the largest cell. */
const MAX_LINE_LENGTH = 8 * 1024 * 1024;
/** The smallest part of a line that is cut. */
const PART_LENGTH = 65_536;

/**
 * Reads the lines of a file piece by piece, so that only a part of it is in memory. Bytes that do not encode text
 * become U+FFFD.
 */
export async function* readLines(
  file: Blob,
  { encoding, cutsLines }: LineOptions,
): AsyncGenerator<LinePiece, void, undefined> {
  const decoder = new TextDecoder(encoding);
  const reader = file.stream().getReader();
  let rest = '';
  let bytesRead = 0;
  let number = 1;
  const cut = (text: string, isLast: boolean): FileLine[] => {
    const texts = text.split('\n');
    rest = texts.pop() ?? '';
    const lines = texts.map((line): FileLine => ({ number: number++, text: withoutReturn(line) }));
    // No line begins after the last line end.
    if (isLast && rest !== '') lines.push({ number, text: withoutReturn(rest) });
    if (isLast || rest.length < (cutsLines ? PART_LENGTH : MAX_LINE_LENGTH)) return lines;
    if (!cutsLines) throw new Error(`Line ${number} is longer than 8 MiB`);
    lines.push({ number, text: rest, goesOn: true });
    rest = '';
    return lines;
  };
  try {
    for (let isLast = false; !isLast; ) {
      const { value, done } = await reader.read();
      isLast = done;
      const begin = bytesRead;
      bytesRead += value?.length ?? 0;
      const lines = cut(rest + (done ? decoder.decode() : decoder.decode(value, { stream: true })), done);
      for (let at = 0; at < lines.length; at += PIECE_LINES) {
        const end = Math.min(at + PIECE_LINES, lines.length);
        yield {
          lines: lines.slice(at, end),
          bytesRead: begin + Math.floor(((bytesRead - begin) * end) / lines.length),
        };
      }
    }
  } finally {
    await reader.cancel();
  }
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
