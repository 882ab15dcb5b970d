import { highlight } from './highlight.js';
import { toHtml } from './html.js';

/*
 * Converts to HTML the part of Markdown that the guide and the documents in `lib/` use: headings, paragraphs, lists,
 * tables, fenced code, comments, anchors, links, code, bold and emphasis. Everything else is treated as text.
 */

/** A page rendered from Markdown. */
export interface Rendered {
  /** The text of the first heading. */
  readonly title: string;
  readonly html: string;
}

export interface MarkdownOptions {
  /** Returns the address of a link on the site. Throws if the target does not exist. */
  link(target: string): string;
}

const FENCE = /^```(\S*)(?: (.+))?$/;
const ITEM = /^([-*]|\d+\.) +/;
/** The first line of a fenced block, a heading, a table, a comment or a list. A paragraph ends before it. */
const BLOCK = /^(```|#{1,6} |\||<!--|([-*]|\d+\.) )/;

export function render(markdown: string, options: MarkdownOptions): Rendered {
  const lines = markdown.split('\n');
  const heading = lines.find((line) => line.startsWith('# ')) ?? '';
  return { title: plain(heading.slice(2)), html: blocks(lines, options).join('\n') };
}

/** The anchor of a heading, in the form that code hosts use. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

function blocks(lines: readonly string[], options: MarkdownOptions): readonly string[] {
  const html: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] as string;
    const end = endOfBlock(lines, at);
    if (line.trim() !== '') html.push(block(lines.slice(at, end), options));
    at = end;
  }
  return html;
}

/** The index of the line after the block that begins at `start`. */
function endOfBlock(lines: readonly string[], start: number): number {
  const first = lines[start] as string;
  const until = (ends: (line: string, at: number) => boolean): number => {
    const found = lines.findIndex((line, at) => at > start && ends(line, at));
    return found < 0 ? lines.length : found;
  };
  if (FENCE.test(first)) return until((line) => line === '```') + 1;
  if (/^#{1,6} |^---$|^<!--.*-->$/.test(first) || first.trim() === '') return start + 1;
  if (first.startsWith('|')) return until((line) => !line.startsWith('|'));
  // An item continues in indented lines. An empty line ends the list unless an indented line follows.
  if (ITEM.test(first)) {
    return until(
      (line, at) => !ITEM.test(line) && !/^ /.test(line) && !(line === '' && /^ /.test(lines[at + 1] ?? '')),
    );
  }
  return until((line) => line.trim() === '' || BLOCK.test(line));
}

function block(lines: readonly string[], options: MarkdownOptions): string {
  const first = lines[0] as string;
  const fence = FENCE.exec(first);
  if (fence !== null) return codeBlock(lines.slice(1, -1).join('\n'), fence[1] as string, fence[2]);
  const heading = /^(#{1,6}) (.*)$/.exec(first);
  if (heading !== null) {
    const text = heading[2] as string;
    const level = (heading[1] as string).length;
    return `<h${level} id="${toHtml(anchorOf(plain(text)))}">${inline(text, options)}</h${level}>`;
  }
  if (first === '---') return '<hr>';
  if (first.startsWith('<!--')) return '';
  if (first.startsWith('|')) return table(lines, options);
  if (ITEM.test(first)) return list(lines, options);
  return `<p>${inline(lines.map((line) => line.trim()).join(' '), options)}</p>`;
}

function codeBlock(code: string, language: string, file: string | undefined): string {
  const label = file === undefined ? 'Code' : file;
  const caption = file === undefined ? '' : `<figcaption>${toHtml(file)}</figcaption>`;
  const body = `<pre role="group" aria-label="${toHtml(label)}"><code>${highlight(code, language)}</code></pre>`;
  return `<figure class="code">${caption}${body}</figure>`;
}

function table(lines: readonly string[], options: MarkdownOptions): string {
  const [head = '', , ...rows] = lines;
  const row = (line: string, tag: string): string =>
    `<tr>${cellsOf(line)
      .map((cell) => `<${tag}>${inline(cell, options)}</${tag}>`)
      .join('')}</tr>`;
  const label = toHtml(cellsOf(head).map(plain).join(', '));
  return [
    `<div class="scroll" tabindex="0" role="group" aria-label="Table: ${label}"><table>`,
    `<thead>${row(head, 'th')}</thead>`,
    `<tbody>${rows.map((line) => row(line, 'td')).join('\n')}</tbody></table></div>`,
  ].join('\n');
}

/** The cells of a table's row. A bar with a backslash before it is part of the text. */
function cellsOf(line: string): readonly string[] {
  const cells = line
    .trim()
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split(/(?<!\\)\|/);
  return cells.map((cell) => cell.replaceAll('\\|', '|').trim());
}

function list(lines: readonly string[], options: MarkdownOptions): string {
  const items: string[][] = [];
  for (const line of lines) {
    const marker = ITEM.exec(line);
    if (marker !== null) items.push([line.slice(marker[0].length)]);
    else items.at(-1)?.push(line.replace(/^ {1,3}/, ''));
  }
  const tag = /^\d/.test(lines[0] as string) ? 'ol' : 'ul';
  const html = items.map((item) => `<li>${itemText(blocks(item, options))}</li>`);
  return `<${tag}>${html.join('\n')}</${tag}>`;
}

/** An item with a single paragraph is written without the paragraph element. */
function itemText(html: readonly string[]): string {
  return html.length === 1 ? (html[0] as string).replace(/^<p>(.*)<\/p>$/s, '$1') : html.join('\n');
}

/** Code comes first, because nothing inside it is markup. */
const SPAN =
  /(`+)(.+?)\1|<a id="([\w-]+)"><\/a>|\[((?:`[^`]*`|[^\]])+)\]\(([^)\s]+)\)|\*\*(.+?)\*\*|\*([^*\s](?:[^*]*[^*\s])?)\*/g;

function inline(text: string, options: MarkdownOptions): string {
  let html = '';
  let at = 0;
  for (const match of text.matchAll(SPAN)) {
    const [whole, , code, anchor, label, target, bold, emphasis] = match;
    html += toHtml(text.slice(at, match.index));
    if (code !== undefined) html += `<code>${toHtml(code)}</code>`;
    else if (anchor !== undefined) html += `<a id="${anchor}"></a>`;
    else if (target !== undefined)
      html += `<a href="${toHtml(options.link(target))}">${inline(label ?? '', options)}</a>`;
    else if (bold !== undefined) html += `<strong>${inline(bold, options)}</strong>`;
    else html += `<em>${inline(emphasis ?? '', options)}</em>`;
    at = match.index + whole.length;
  }
  return html + toHtml(text.slice(at));
}

/** `text` without its markup. */
function plain(text: string): string {
  return text.replace(
    SPAN,
    (_, __, code = '', ___, label = '', ____, bold = '', emphasis = '') => code + label + bold + emphasis,
  );
}
