import { dirname, join } from 'node:path/posix';
import { anchorOf } from '../../../demo/guide/render/markdown.js';
import type { SourceFile } from '../../testing/source-files.js';

/** Programs and code, which contain no links. */
const CODE = /^```[\s\S]*?^```$|`[^`\n]*`/gm;
const LINK = /\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g;

/**
 * The links whose file or anchor does not exist, of Markdown or of source with Markdown in its docstrings. `textAt`
 * returns the text of a file, or null.
 */
export function deadLinks({ path, text }: SourceFile, textAt: (path: string) => string | null): readonly string[] {
  return [...text.replace(CODE, 'code').matchAll(LINK)].flatMap(([, file = '', anchor]) => {
    const target = file === '' ? path : join(dirname(path), file);
    const found = textAt(target);
    const isThere = found !== null && (anchor === undefined || anchorsOf(found).includes(anchor));
    return isThere ? [] : [`${path} links to ${target}${anchor === undefined ? '' : `#${anchor}`}`];
  });
}

/** Anchors of headings, and anchors written as HTML. */
function anchorsOf(text: string): readonly string[] {
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading.replace(/[`*]/g, '')));
  return [...headings, ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)];
}
