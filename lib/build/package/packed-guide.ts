import { basename, dirname, join } from 'node:path/posix';
import { PAGES, REFERENCE, textOf } from '../../../demo/guide/guide-site.js';

const DOCUMENTS = [...PAGES, ...REFERENCE];
/** Programs, in which nothing is a link. */
const FENCED = /(^```[\s\S]*?^```$)/m;
const LINK = /\[((?:`[^`]*`|[^\]`])+)\]\(([^)\s]+)\)/g;

/**
 * The pages of the guide, and the documents that they link to, as Markdown files of one folder, by their names. Links lead from one to
 * another; what would lead out of the folder is plain text.
 */
export function packedGuide(): ReadonlyMap<string, string> {
  return new Map(DOCUMENTS.map((path) => [basename(path), withPackedLinks(path, textOf(path))]));
}

function withPackedLinks(path: string, text: string): string {
  const replaced = (part: string): string =>
    part.replace(LINK, (whole, label: string, target: string) => {
      if (/^(https?:|#)/.test(target)) return whole;
      const [file = '', anchor] = target.split('#');
      const document = join(dirname(path), file);
      if (!DOCUMENTS.includes(document)) return label;
      return `[${label}](${basename(document)}${anchor === undefined ? '' : `#${anchor}`})`;
    });
  return text
    .split(FENCED)
    .map((part) => (part.startsWith('```') ? part : replaced(part)))
    .join('');
}
