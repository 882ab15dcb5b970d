/** A table in Markdown: the first column to the left, numbers to the right. */
export function markdownTable(heading: readonly string[], lines: readonly (readonly string[])[]): string {
  return [heading, heading.map((_, at) => (at === 0 ? '---' : '---:')), ...lines].map(row).join('\n');
}

/** Three digits that count, thousands apart. */
export function thousands(amount: number): string {
  const digits = Math.abs(amount) >= 1_000 ? Number(amount.toPrecision(3)) : amount;
  return digits.toLocaleString('en', { maximumFractionDigits: Math.abs(digits) < 10 ? 2 : 0 });
}

/** A ratio with as many digits as matter. */
export function short(ratio: number): string {
  if (ratio < 0.1) return ratio.toPrecision(2);
  return ratio < 10 ? ratio.toFixed(2) : ratio.toFixed(0);
}

/** One line of a table. */
export function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
