/** How a chart looks besides its text. Each line is a CSS rule. */
export interface ChartColors {
  readonly light: readonly string[];
  /** Where the reader prefers a dark background. */
  readonly dark: readonly string[];
}

/** What a chart is and how large. */
export interface ChartFrame {
  readonly width: number;
  readonly height: number;
  /** For screen readers. */
  readonly title: string;
  readonly colors: ChartColors;
}

/** A chart as an SVG document. Text has the color of the page, and text of the class `peer` is grey. */
export function svgDocument({ width, height, title, colors }: ChartFrame, content: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title">
<title id="title">${escaped(title)}</title>
<style>
text { font: 13px system-ui, sans-serif; fill: #1f2328 }
.peer { fill: #59636e }
${colors.light.join('\n')}
@media (prefers-color-scheme: dark) {
  text { fill: #f0f6fc }
  .peer { fill: #9198a1 }
${colors.dark.map((rule) => `  ${rule}`).join('\n')}
}
</style>
${content.join('\n')}
</svg>
`;
}

/** A horizontal bar. */
export function bar(kind: string, x: number, y: number, width: number, height: number): string {
  return `<rect class="${kind}" x="${fixed(x)}" y="${y}" width="${fixed(Math.max(1, width))}" height="${height}" rx="2"/>`;
}

/** The thin line over a bar that shows a range. */
export function spread(from: number, to: number, y: number): string {
  return `<line class="spread" x1="${fixed(from)}" x2="${fixed(to)}" y1="${y}" y2="${y}"/>`;
}

export function fixed(number: number): string {
  return number.toFixed(1);
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
