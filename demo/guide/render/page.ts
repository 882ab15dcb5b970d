import { toHtml } from './html.js';
import type { Rendered } from './markdown.js';

/** A page in the list of all pages. */
export interface PageLink {
  readonly title: string;
  /** Relative to the guide's folder. */
  readonly address: string;
}

/** A page loads only its style and its icon, and no script. */
const POLICY = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'";

/**
 * The complete HTML of a page: its text, the list of `pages`, and links to the pages before and after it. `place` is
 * its index in `order`. The page does not need scripts.
 */
export function frame(
  { title, html }: Rendered,
  pages: readonly PageLink[],
  order: readonly PageLink[],
  place: number,
): string {
  const items = pages.map((page, at) => {
    const current = at === place ? ' aria-current="page"' : '';
    return `<li><a href="${toHtml(page.address)}"${current}>${toHtml(page.title)}</a></li>`;
  });
  return `<!doctype html>
<html lang="en" class="bigtab">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${toHtml(title)} – Bigtab</title>
<link rel="icon" href="icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="tokens.css">
<link rel="stylesheet" href="guide.css">
</head>
<body>
<header>
<a class="brand" href="index.html"><img src="icon.svg" alt="" width="26" height="26">Bigtab guide</a>
<nav aria-label="Site"><a href="#pages" class="to-pages">Pages</a><a href="../index.html">Explorer</a></nav>
</header>
<main>
${html}
${neighbors(order, place)}
</main>
<nav class="pages" id="pages" aria-label="Pages of the guide">
<ol>
${items.join('\n')}
</ol>
</nav>
</body>
</html>
`;
}

function neighbors(order: readonly PageLink[], place: number): string {
  const link = (page: PageLink | undefined, words: string, rel: string): string =>
    page === undefined ? '' : `<a rel="${rel}" href="${toHtml(page.address)}">${words}: ${toHtml(page.title)}</a>`;
  const links = [link(order[place - 1], 'Previous', 'prev'), link(order[place + 1], 'Next', 'next')].filter(Boolean);
  return links.length === 0 ? '' : `<nav class="neighbors" aria-label="Reading order">${links.join('')}</nav>`;
}
