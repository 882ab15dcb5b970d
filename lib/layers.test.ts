import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { inRoot } from './build/package/places.js';
import { isTest, type SourceFile, sourceFiles, textOf } from './testing/source-files.js';

/*
 * Checks that layers import only downwards. The list of rooms is the one in ARCHITECTURE.md; a file belongs to the room
 * with the longest path that contains it.
 */
const LINES: readonly string[] =
  /## Layers[\s\S]*?```\n([\s\S]*?)\n```/.exec(textOf('lib/ARCHITECTURE.md'))?.[1]?.split('\n') ?? [];

/** The rooms from top to bottom. Rooms in the same list do not import each other. */
const ROOMS: readonly (readonly string[])[] = LINES.map((line) => line.replace(/ {2,}.*/, '').split(' '));

/** Parts that do not import each other, although one is above the other in the list. */
const APART = [
  ['lib/client', 'lib/engine'],
  ['lib/service', 'lib/storage'],
] as const;

/** The only room of the engine that may import the wire; the others neither read nor write packets. */
const WIRE = 'lib/service';
const AT_THE_WIRE = 'lib/engine/server';

/** The rooms that use a platform. */
const ENTRIES = /^worker\/|^lib\/(index|memory|shell|hbase)\.ts$|^lib\/kits\/node\//;

/** The platform's globals, which no engine file may name. Only the clock and the page's part of `connect` use them. */
const PLATFORM = ['navigator', 'indexedDB', 'document', 'window', 'self', 'Date.now', 'Math.random'];
const PLATFORM_MAY_ENTER = ['lib/clock.ts', 'lib/client/page/connect.ts'];

/**
 * What a browser test may import besides the package: the list of error codes, so that it can test each of them, and random
 * numbers that depend on a seed.
 */
const READ_BY_BROWSER_TESTS = ['lib/errors.js', 'lib/simulation/random.js'];

/** Packages that are bundled, and the files that may import them. */
const PACKAGES: Readonly<Record<string, RegExp>> = {
  // Used by both page and worker.
  comlink: /^(worker\/|lib\/client\/calls\/worker-control\.ts$)/,
  idb: /^worker\//,
  react: /^lib\/adapters\/react\.ts$/,
  vue: /^lib\/adapters\/vue\.ts$/,
  'node:child_process': /^lib\/kits\/node\/process-identity\.ts$/,
  'node:fs': /^lib\/kits\/node\//,
  'node:http': /^lib\/hbase\/proxy\//,
  'node:https': /^lib\/hbase\/proxy\//,
  'node:net': /^lib\/hbase\/proxy\//,
  'node:path': /^lib\/(kits\/node|hbase\/proxy)\//,
  'node:stream/promises': /^lib\/hbase\/proxy\//,
  'node:url': /^lib\/hbase\/proxy\//,
  'node:util': /^lib\/hbase\/proxy\//,
  fflate: /^lib\/storage\/storefile\/codec\.ts$/,
};

/** The rooms whose objects users hold, perhaps in proxies, which have no `#` members. */
const HELD_BY_USERS = [
  'lib/client',
  'lib/client/answers',
  'lib/client/live',
  'lib/filter',
  'lib/filter/comparators',
  'lib/kits',
  'lib/model',
  'lib/model/schema',
  'lib/shell',
  'lib/simulation',
];

/** Not in the package: commands, and code that tests share. */
const OUTSIDE = /^lib\/(build|testing)\//;

const sources = [...sourceFiles('lib', ['.ts']), ...sourceFiles('worker', ['.ts'])].filter(
  ({ path }) => !isTest(path) && !path.endsWith('.d.ts'),
);
const engine = sources.filter(({ path }) => !OUTSIDE.test(path));

describe('layers', () => {
  it('include every file in a room', () => {
    expect(engine.map(({ path }) => path).filter((path) => roomOf(path) === null)).toEqual([]);
    expect(ROOMS.length).toBeGreaterThan(20);
  });

  it('have a README in every folder, with the description in the list', () => {
    const described = LINES.map((line) => line.split(/ {2,}/)).filter(
      ([room = '', text]) => text !== undefined && !room.endsWith('.ts'),
    );
    expect(
      described.filter(
        ([room, text]) => !textOf(`${room}/README.md`).toLowerCase().includes(`${text?.toLowerCase()}.`),
      ),
    ).toEqual([]);
    const folders = new Set(engine.map(({ path }) => dirname(path)).filter((folder) => folder !== 'lib'));
    expect([...folders].filter((folder) => !existsSync(inRoot(`${folder}/README.md`)))).toEqual([]);
  });

  it('are imported downwards only', () => {
    expect(engine.flatMap((file) => importsOf(file).flatMap((specifier) => judge(file.path, specifier)))).toEqual([]);
  });

  it('have no cycles between files', () => {
    expect(cyclesIn(new Map(sources.map((file) => [file.path, targetsOf(file)])))).toEqual([]);
  });

  it('find a cycle', () => {
    const imports = { 'a.ts': ['b.ts'], 'b.ts': ['c.ts', 'd.ts'], 'c.ts': ['a.ts'], 'd.ts': [] };
    expect(cyclesIn(new Map(Object.entries(imports)))).toEqual(['a.ts → b.ts → c.ts → a.ts']);
  });

  it('detect every form of import', () => {
    const text = `import type { A } from './a.js'; export { b } from './b.js'; export * from './c.js';
      import './d.js'; const e = import('./e.js'); type F = import('./f.js').F;`;
    expect(importsOf({ path: 'lib/x.ts', text })).toEqual(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `./${name}.js`));
  });

  it('refuse an import upwards, sideways, of the wire past the server, of a test helper and of a stray package', () => {
    expect(judge('lib/bytes/a.ts', '../model/put.js')).toHaveLength(1);
    expect(judge('lib/storage/fs/a.ts', '../catalog/catalog.js')).toHaveLength(1);
    expect(judge('lib/client/calls/a.ts', '../table.js')).toHaveLength(1);
    expect(judge('lib/client/a.ts', '../engine/server/turn.js')).toHaveLength(1);
    expect(judge('lib/service/a.ts', '../storage/fs/file-names.js')).toHaveLength(1);
    expect(judge('lib/storage/fs/a.ts', '../../testing/seed.js')).toHaveLength(1);
    expect(judge('lib/storage/fs/a.ts', 'idb')).toHaveLength(1);
    expect(judge('lib/storage/fs/a.ts', 'left-pad')).toHaveLength(1);
    expect(judge('lib/engine/region/a.ts', '../../service/get-codec.js')).toHaveLength(1);
    expect(judge('lib/engine/server/a.ts', '../../service/get-codec.js')).toEqual([]);
    expect(judge('lib/storage/fs/a.ts', './b.js')).toEqual([]);
    expect(judge('lib/client/a.ts', './calls/b.js')).toEqual([]);
    expect(judge('worker/a.ts', 'idb')).toEqual([]);
  });

  it('keep the platform out of the engine', () => {
    const below = engine.filter(({ path }) => !ENTRIES.test(path) && !PLATFORM_MAY_ENTER.includes(path));
    expect(below.flatMap((file) => platformNamesIn(file).map((name) => `${file.path} names ${name}`))).toEqual([]);
  });

  it('spell private members with #, and with private where users hold the objects', () => {
    const members = ['MethodDefinition', 'PropertyDefinition'];
    const misspelled = sources.flatMap((file) => {
      const isHash = !OUTSIDE.test(file.path) && !HELD_BY_USERS.includes(roomOf(file.path)?.path ?? '');
      let count = 0;
      walk(parse(file), ({ type, kind, accessibility, key }) => {
        if (!members.includes(type as string) || kind === 'constructor') return;
        const wrong = isHash ? accessibility === 'private' : (key as Node).type === 'PrivateIdentifier';
        if (wrong) count++;
      });
      return count === 0 ? [] : [`${file.path}: ${count} ${isHash ? 'private' : '#'}`];
    });
    expect(misspelled).toEqual([]);
  });

  it('distinguish a name of the platform from the same word elsewhere', () => {
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

  it('let the page and the browser tests import the package only by its names', () => {
    const strangers = [...sourceFiles('demo', ['.ts', '.tsx', '.mjs']), ...sourceFiles('e2e', ['.ts', '.mjs'])];
    const inside = strangers.flatMap((file) =>
      importsOf(file)
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => join(dirname(file.path), specifier))
        .filter((target) => /^(lib|worker)\//.test(target) && !OUTSIDE.test(target))
        .filter((target) => file.path.startsWith('demo/') || !READ_BY_BROWSER_TESTS.includes(target))
        .map((target) => `${file.path} imports ${target}`),
    );
    expect(inside).toEqual([]);
  });
});

interface Room {
  /** The room's line in the list. */
  readonly line: number;
  readonly path: string;
}

/** The room to which `path` belongs. */
function roomOf(path: string): Room | null {
  const rooms = ROOMS.flatMap((paths, line) => paths.map((room) => ({ line, path: room })));
  const holding = rooms.filter((room) => path === room.path || path.startsWith(`${room.path}/`));
  return holding.toSorted((a, b) => b.path.length - a.path.length)[0] ?? null;
}

/** Describes what is wrong if `path` imports `specifier`: nothing, or one sentence. */
function judge(path: string, specifier: string): readonly string[] {
  if (!specifier.startsWith('.')) {
    return PACKAGES[specifier]?.test(path) === true ? [] : [`${path} imports the package ${specifier}`];
  }
  const target = join(dirname(path), specifier).replace(/\.js$/, '.ts');
  const from = roomOf(path);
  const to = roomOf(target);
  const isApart = APART.some((parts) =>
    parts.every((part) => [path, target].some((end) => end.startsWith(`${part}/`))),
  );
  const isPastServer = to?.path === WIRE && path.startsWith('lib/engine/') && from?.path !== AT_THE_WIRE;
  const isBelow = from !== null && to !== null && !isApart && !isPastServer && to.line > from.line;
  return isBelow || (from !== null && from.path === to?.path) ? [] : [`${path} imports ${target}`];
}

/** The files that `file` imports, by their paths. */
function targetsOf(file: SourceFile): readonly string[] {
  const inside = importsOf(file).filter((specifier) => specifier.startsWith('.'));
  return inside.map((specifier) => join(dirname(file.path), specifier).replace(/\.js$/, '.ts'));
}

/** One cycle for each import that closes one, in the order in which a walk through all files finds them. */
function cyclesIn(imports: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const cycles: string[] = [];
  const finished = new Set<string>();
  const path: string[] = [];
  const visit = (file: string) => {
    if (finished.has(file)) return;
    const at = path.indexOf(file);
    if (at >= 0) return void cycles.push([...path.slice(at), file].join(' → '));
    path.push(file);
    for (const target of imports.get(file) ?? []) visit(target);
    path.pop();
    finished.add(file);
  };
  for (const file of imports.keys()) visit(file);
  return cycles;
}

/** Every specifier that `file` imports or exports from, in source order, including types. */
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

/**
 * What an identifier means: `Date.now` for the property `now` of `Date`, null for a key of any other object or class.
 */
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
