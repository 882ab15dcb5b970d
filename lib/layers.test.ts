import { dirname, join } from 'node:path/posix';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { isTest, type SourceFile, sourceFiles } from './testing/source-files.js';

/*
 * Keeps the layers one-way. An import, of a type too, goes down: to a folder of a lower level or to a file of the same folder.
 * The table is the one in ARCHITECTURE.md.
 */
const LEVELS: readonly (readonly string[])[] = [
  ['lib/errors.ts', 'lib/clock.ts', 'lib/settle-all.ts', 'lib/yielder.ts'],
  ['lib/bytes', 'lib/regex'],
  ['lib/model'],
  ['lib/keyvalue'],
  ['lib/filter', 'lib/fs', 'lib/catalog'],
  ['lib/memstore', 'lib/storefile', 'lib/wal', 'lib/manifest', 'lib/service'],
  ['lib/scan'],
  ['lib/compaction'],
  ['lib/region'],
  ['lib/server', 'lib/client'],
  ['lib/shell'],
  ['lib/index.ts', 'lib/memory.ts', 'lib/shell.ts', 'worker'],
];
const TOP = LEVELS.length - 1;

/** The platform's globals, which no engine file may name. The clock and the page's side of `connect` are where they enter. */
const PLATFORM = ['navigator', 'indexedDB', 'document', 'window', 'self', 'Date.now', 'Math.random'];
const PLATFORM_MAY_ENTER = ['lib/clock.ts', 'lib/client/connect.ts'];

/** What a browser test may read beside the package: the one list of error codes, to reach each of them. */
const READ_BY_BROWSER_TESTS = ['lib/errors.js'];

/** Packages that are bundled, and who may import them. */
const PACKAGES: Readonly<Record<string, RegExp>> = {
  // Where page and worker meet.
  comlink: /^(worker\/|lib\/client\/worker-control\.ts$)/,
  idb: /^worker\//,
  fflate: /^lib\/storefile\/codec\.ts$/,
};

const engine = [...sourceFiles('lib', ['.ts']), ...sourceFiles('worker', ['.ts'])].filter(
  ({ path }) => !isTest(path) && !path.startsWith('lib/testing/') && !path.endsWith('.d.ts'),
);

describe('layers', () => {
  it('give every file of the engine a level', () => {
    expect(engine.map(({ path }) => path).filter((path) => unitOf(path) === null)).toEqual([]);
    expect(engine.length).toBeGreaterThan(10);
  });

  it('are imported downwards only', () => {
    expect(engine.flatMap((file) => importsOf(file).flatMap((specifier) => judge(file.path, specifier)))).toEqual([]);
  });

  it('see every form of import', () => {
    const text = `import type { A } from './a.js'; export { b } from './b.js'; export * from './c.js';
      import './d.js'; const e = import('./e.js'); type F = import('./f.js').F;`;
    expect(importsOf({ path: 'lib/x.ts', text })).toEqual(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `./${name}.js`));
  });

  it('refuse an import upwards, sideways, of a test helper and of a stray package', () => {
    expect(judge('lib/bytes/a.ts', '../model/put.js')).toHaveLength(1);
    expect(judge('lib/fs/a.ts', '../catalog/catalog.js')).toHaveLength(1);
    expect(judge('lib/fs/a.ts', '../testing/random.js')).toHaveLength(1);
    expect(judge('lib/fs/a.ts', 'idb')).toHaveLength(1);
    expect(judge('lib/fs/a.ts', 'left-pad')).toHaveLength(1);
    expect(judge('lib/fs/a.ts', './b.js')).toEqual([]);
    expect(judge('worker/a.ts', 'idb')).toEqual([]);
  });

  it('keep the platform out of the engine', () => {
    const below = engine.filter(({ path }) => levelOf(path) < TOP && !PLATFORM_MAY_ENTER.includes(path));
    expect(below.flatMap((file) => platformNamesIn(file).map((name) => `${file.path} names ${name}`))).toEqual([]);
  });

  it('tell a name of the platform from the same word elsewhere', () => {
    const named = 'navigator.locks; globalThis.document; Date.now(); typeof self; f({ indexedDB }); Math.random();';
    expect(platformNamesIn({ path: 'lib/x.ts', text: named })).toEqual([
      'navigator',
      'document',
      'Date.now',
      'self',
      'indexedDB',
      'Math.random',
    ]);
    const harmless =
      '// window\nconst a = { window: 1, self: "navigator" }; a.window; b?.self; class C { document = 1 }';
    expect(platformNamesIn({ path: 'lib/x.ts', text: harmless })).toEqual([]);
  });

  it('let the page and the browser tests see the package only by its names', () => {
    const strangers = [...sourceFiles('demo', ['.ts', '.tsx', '.mjs']), ...sourceFiles('e2e', ['.ts', '.mjs'])];
    const inside = strangers.flatMap((file) =>
      importsOf(file)
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => join(dirname(file.path), specifier))
        .filter((target) => /^(lib|worker)\//.test(target) && !target.startsWith('lib/testing/'))
        .filter((target) => file.path.startsWith('demo/') || !READ_BY_BROWSER_TESTS.includes(target))
        .map((target) => `${file.path} imports ${target}`),
    );
    expect(inside).toEqual([]);
  });
});

/** The row and the name in `LEVELS` that `path` belongs to. */
function unitOf(path: string): { readonly level: number; readonly name: string } | null {
  for (const [level, names] of LEVELS.entries()) {
    const name = names.find((candidate) => path === candidate || path.startsWith(`${candidate}/`));
    if (name !== undefined) return { level, name };
  }
  return null;
}

function levelOf(path: string): number {
  return unitOf(path)?.level ?? TOP;
}

/** What is wrong with `path` importing `specifier`: nothing, or one sentence. */
function judge(path: string, specifier: string): readonly string[] {
  if (!specifier.startsWith('.')) {
    return PACKAGES[specifier]?.test(path) === true ? [] : [`${path} imports the package ${specifier}`];
  }
  const target = join(dirname(path), specifier).replace(/\.js$/, '.ts');
  const from = unitOf(path);
  const to = unitOf(target);
  if (from !== null && to !== null && (to.level < from.level || to.name === from.name)) return [];
  return [`${path} imports ${target}`];
}

/** Every specifier that `file` imports or exports from, in source order, types included. */
function importsOf(file: SourceFile): readonly string[] {
  const found: string[] = [];
  walk(parse(file), (node) => {
    const source = node.source as { readonly value?: unknown } | null | undefined;
    if (typeof source?.value === 'string') found.push(source.value);
  });
  return found;
}

function platformNamesIn(file: SourceFile): readonly string[] {
  const found = new Set<string>();
  walk(parse(file), (node, parent, key) => {
    if (node.type !== 'Identifier') return;
    const name = nameInContext(node as { name: string }, parent, key);
    if (name !== null && PLATFORM.includes(name)) found.add(name);
  });
  return [...found];
}

/** What an identifier stands for: `Date.now` for the `now` of that, null for the key of some other object or class. */
function nameInContext(node: { readonly name: string }, parent: Node | null, key: string): string | null {
  if (parent?.type === 'MemberExpression' && key === 'property' && parent.computed === false) {
    const owner = parent.object as { readonly name?: string };
    if (owner.name === 'globalThis') return node.name;
    return owner.name === undefined ? null : `${owner.name}.${node.name}`;
  }
  const isKey = key === 'key' && parent?.computed === false && parent.shorthand !== true;
  return isKey ? null : node.name;
}

type Node = Readonly<Record<string, unknown>>;

function parse(file: SourceFile): Node {
  const { program, errors } = parseSync(file.path, file.text);
  if (errors.length > 0) throw new Error(`${file.path}: ${errors[0]?.message}`);
  return program as unknown as Node;
}

function walk(
  node: Node,
  visit: (node: Node, parent: Node | null, key: string) => void,
  parent: Node | null = null,
  key = '',
): void {
  visit(node, parent, key);
  for (const [inner, value] of Object.entries(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child === 'object' && child !== null && 'type' in child) walk(child as Node, visit, node, inner);
    }
  }
}
