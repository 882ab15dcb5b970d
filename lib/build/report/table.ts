/**
 * A table in Markdown. The first column and those whose index is in `texts` are aligned left, and the numbers of the
 * others are aligned right.
 */
export function markdownTable(
  heading: readonly string[],
  lines: readonly (readonly string[])[],
  texts: readonly number[] = [],
): string {
  const alignment = heading.map((_, at) => (at === 0 || texts.includes(at) ? '---' : '---:'));
  return [heading, alignment, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Three significant digits, with commas between thousands. */
export function thousands(amount: number): string {
  const digits = Math.abs(amount) >= 1_000 ? Number(amount.toPrecision(3)) : amount;
  return digits.toLocaleString('en', {
    maximumFractionDigits: Math.abs(digits) < 10 ? 2 : Math.abs(digits) < 100 ? 1 : 0,
  });
}

/** A ratio with as many digits as matter: a loss, however small, is shown as less than 1. */
export function short(ratio: number): string {
  if (ratio < 1 && ratio >= 0.995) return ratio >= 0.9995 ? '0.999' : ratio.toFixed(3);
  if (ratio < 0.1) return ratio.toPrecision(2);
  return ratio < 10 ? ratio.toFixed(2) : ratio.toFixed(0);
}
