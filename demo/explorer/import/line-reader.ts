/** A line of a file, without its end. */
export interface FileLine {
  /** From 1 on. */
  readonly number: number;
  readonly text: string;
}

/** The lines of one piece of a file. */
export interface LinePiece {
  readonly lines: readonly FileLine[];
  /** Of the file, up to the end of this piece. */
  readonly bytesRead: number;
}

/** More than any file of lines has, and less than the largest cell. */
const MAX_LINE_LENGTH = 8 * 1024 * 1024;

/** Reads the lines of a file piece by piece, so that only a piece of it is in memory. Bytes that are no UTF-8 become U+FFFD. */
export async function* readLines(file: Blob): AsyncGenerator<LinePiece, void, undefined> {
  const decoder = new TextDecoder();
  const reader = file.stream().getReader();
  let rest = '';
  let bytesRead = 0;
  let number = 0;
  const cut = (text: string, isLast: boolean): FileLine[] => {
    const lines = text.split('\n');
    rest = isLast ? '' : (lines.pop() ?? '');
    if (rest.length > MAX_LINE_LENGTH) throw new Error(`Line ${number + lines.length + 1} is longer than 8 MiB`);
    // The end of the last line does not begin another.
    if (isLast && lines.at(-1) === '') lines.pop();
    return lines.map((line) => ({ number: ++number, text: line.endsWith('\r') ? line.slice(0, -1) : line }));
  };
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      bytesRead += piece.value.length;
      const lines = cut(rest + decoder.decode(piece.value, { stream: true }), false);
      if (lines.length > 0) yield { lines, bytesRead };
    }
    const lines = cut(rest + decoder.decode(), true);
    if (lines.length > 0) yield { lines, bytesRead };
  } finally {
    await reader.cancel();
  }
}
