import { dirname, join } from 'node:path/posix';
import { PAGES, publishedName, REFERENCE, textOf } from '../../../demo/guide/guide-site.js';

const DOCUMENTS = [...PAGES, ...REFERENCE];
/** Programs, which contain no links. */
const FENCED = /(^```[\s\S]*?^```$)/m;
const LINK = /\[((?:`[^`]*`|[^\]`])+)\]\(([^)\s]+)\)/g;

/**
 * The pages of the guide, and the documents that they link to, as Markdown files of one folder, by their names. They
 * link to one another; a link out of the folder becomes plain text.
 */
export function packedGuide(): ReadonlyMap<string, string> {
  return new Map(DOCUMENTS.map((path) => [nameOf(path), withPackedLinks(path, textOf(path))]));
}

function nameOf(path: string): string {
  return `${publishedName(path)}.md`;
}

function withPackedLinks(path: string, text: string): string {
  const replaced = (part: string): string =>
    part.replace(LINK, (whole, label: string, target: string) => {
      if (/^(https?:|#)/.test(target)) return whole;
      const [file = '', anchor] = target.split('#');
      const document = join(dirname(path), file);
      if (!DOCUMENTS.includes(document)) return label;
      return `[${label}](${nameOf(document)}${anchor === undefined ? '' : `#${anchor}`})`;
    });
  return text
    .split(FENCED)
    .map((part) => (part.startsWith('```') ? part : replaced(part)))
    .join('');
}
