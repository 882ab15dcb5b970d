import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path/posix';
import { inRoot } from '../../lib/build/package/places.js';
import { CHAPTERS } from '../../lib/build/rules/rule-chapters.js';
import { withDecisions } from './render/decisions.js';
import { render } from './render/markdown.js';
import { frame, type PageLink } from './render/page.js';

/** The Markdown files of the guide, in reading order. */
export const PAGES: readonly string[] = [
  'index',
  'model',
  'row-keys',
  'typed-tables',
  'search',
  'tables',
  'history',
  'deletes',
  'time-to-live',
  'atomic',
  'transactions',
  'joins',
  'live',
  'safety',
  'backup',
  'several-tabs',
  'frameworks',
  'offline-app',
  'from-indexeddb',
  'from-hbase',
  'cluster',
  'testing',
].map((name) => `demo/guide/pages/${name}.md`);

/** Documents outside the guide that are listed on every page of the site. */
const LISTED: readonly string[] = ['lib/rules/README.md', 'lib/GLOSSARY.md'];
/** All documents outside the guide that are pages of the site. The chapters of the rules are not on that list. */
export const REFERENCE: readonly string[] = [...LISTED, ...CHAPTERS];

/** The address on the site of each file that is a page. Other files of the repository have no address. */
const ADDRESSES: ReadonlyMap<string, string> = new Map([
  ...PAGES.map((path) => [path, `guide/${basename(path, '.md')}.html`] as const),
  ...REFERENCE.map((path) => [path, `guide/${publishedName(path).toLowerCase()}.html`] as const),
  ['demo/index.html', 'index.html'],
]);

/**
 * The name under which a document is published, without its extension: `rules` for the list of chapters, and a name
 * such as `rules-reads` for a chapter.
 */
export function publishedName(path: string): string {
  const name = basename(path, '.md');
  if (dirname(path) !== 'lib/rules') return name;
  return name === 'README' ? 'rules' : `rules-${name}`;
}

/** The pages, styles and icon of the guide by their addresses on the site. Each call reads the documents again. */
export function guideFiles(): ReadonlyMap<string, string> {
  const pages = [...PAGES, ...REFERENCE].map((path) => {
    const rendered = render(textOf(path), { link: (target) => linkFrom(path, target) });
    return { address: addressOf(path), rendered };
  });
  const links: readonly PageLink[] = pages.map(({ address, rendered: { title } }) => {
    return { title, address: basename(address) };
  });
  const listed = links.slice(0, PAGES.length + LISTED.length);
  return new Map([
    ...pages.map(({ address, rendered }, at) => {
      const neighbors = at < PAGES.length ? links.slice(0, PAGES.length) : [];
      return [address, frame(rendered, listed, neighbors, at)] as const;
    }),
    ['guide/tokens.css', readFileSync(inRoot('demo/tokens.css'), 'utf8')],
    ['guide/guide.css', readFileSync(inRoot('demo/guide/guide.css'), 'utf8')],
    ['guide/icon.svg', readFileSync(inRoot('demo/icon.svg'), 'utf8')],
  ]);
}

/** The text of a document, including the tables that are generated from other documents. */
export function textOf(path: string): string {
  return withDecisions(readFileSync(inRoot(path), 'utf8'));
}

/** The paths of all Markdown files of the guide. */
export function writtenPages(): readonly string[] {
  return readdirSync(inRoot('demo/guide/pages')).map((name) => `demo/guide/pages/${name}`);
}

function addressOf(path: string): string {
  const address = ADDRESSES.get(path);
  if (address === undefined) throw new Error(`${path} is not a page of the site`);
  return address;
}

/** The address on the site of a link in the document at `path`. */
function linkFrom(path: string, target: string): string {
  if (/^https?:/.test(target)) return target;
  const [file = '', anchor] = target.split('#');
  const hash = anchor === undefined ? '' : `#${anchor}`;
  if (file === '') return hash;
  return relative(dirname(addressOf(path)), addressOf(join(dirname(path), file))) + hash;
}
