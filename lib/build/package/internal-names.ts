import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import type { SourceFile } from '../../testing/source-files.js';
import { inRoot } from './places.js';

/*
 * Names of members of the engine's classes that a build may shorten, because they are never visible outside the worker.
 * A name is internal when a class declares it, and when it is nowhere
 *
 *   a property of an object literal    such objects travel as JSON, as structured clones and as details of errors
 *   a text                             it could be looked up by that text
 *   in a file of `SEEN`                what users, other tabs, older files and the page see
 *   in a platform's declarations or in a bundled package
 */

/**
 * The modules whose data is sent or stored, or that read such data: the wire and its service, the model, records,
 * trailers, errors; and the modules that page and worker share.
 */
const SEEN =
  /^lib\/(service|model|client|tabs|backup|storage\/(catalog|manifest)|shell)\/|^worker\/|^lib\/(errors|index|memory|shell|environment\.d)\.ts$|^lib\/storage\/storefile\/(trailer|cell-statistics|block-index-format|block-frame)\.ts$/;
const PACKAGES = ['comlink/dist/esm/comlink.mjs', 'idb/build/index.js', 'fflate/esm/browser.js'];
const CLASS_MEMBERS = [
  'MethodDefinition',
  'PropertyDefinition',
  'TSAbstractMethodDefinition',
  'TSAbstractPropertyDefinition',
];

interface Node {
  readonly type: string;
  readonly computed?: boolean;
  readonly key?: Node;
  readonly property?: Node;
  readonly properties?: readonly Node[];
  readonly name?: string;
  readonly value?: unknown;
}

/** The current names of the engine. */
export function internalNames(): readonly string[] {
  const folders = readdirSync(inRoot('node_modules/@typescript')).map((name) => `@typescript/${name}/lib`);
  const declarations = folders.flatMap((folder) => filesBelow(`node_modules/${folder}`, /\/lib\.[^/]*\.d\.ts$/));
  if (declarations.length === 0) throw new Error("the platform's declarations are not where they were");
  const engine = ['lib', 'worker'].flatMap((folder) =>
    filesBelow(folder, /^(?!lib\/(build|testing)\/).*(?<!\.(test|bench|test-d|d))\.ts$/),
  );
  return internalNamesOf(engine, [...declarations, ...PACKAGES.map((path) => sourceOf(`node_modules/${path}`))]);
}

/** The names of `engine`, in the order of their first declaration, that `others` do not use. */
export function internalNamesOf(engine: readonly SourceFile[], others: readonly SourceFile[]): readonly string[] {
  const members = new Set<string>();
  const used = new Set<string>();
  for (const { path, text } of engine) {
    const isSeen = SEEN.test(path);
    walk(parseSync(path, text).program, (node) => {
      if (CLASS_MEMBERS.includes(node.type)) add(members, node);
      if (node.type === 'ObjectExpression') for (const property of node.properties ?? []) add(used, property);
      if (node.type === 'Literal' && typeof node.value === 'string') used.add(node.value);
      if (isSeen) addAll(used, node);
    });
  }
  for (const { path, text } of others) walk(parseSync(path, text).program, (node) => addAll(used, node));
  return [...members].filter((name) => !used.has(name));
}

/** Every name of a property that the node declares or uses. */
function addAll(names: Set<string>, node: Node): void {
  add(names, node);
  if (node.type === 'MemberExpression' && !node.computed && node.property?.name) names.add(node.property.name);
}

function add(names: Set<string>, { key, computed }: Node): void {
  if (key === undefined || key === null || computed || key.type === 'PrivateIdentifier') return;
  names.add(key.name ?? String(key.value));
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) walk(item, visit);
  else if (typeof value === 'object' && value !== null) {
    if ('type' in value && typeof value.type === 'string') visit(value as Node);
    for (const part of Object.values(value)) walk(part, visit);
  }
}

function filesBelow(folder: string, pattern: RegExp): SourceFile[] {
  const paths = readdirSync(inRoot(folder), { recursive: true }).map((name) => join(folder, String(name)));
  return paths.filter((path) => pattern.test(path)).map(sourceOf);
}

function sourceOf(path: string): SourceFile {
  return { path, text: readFileSync(inRoot(path), 'utf8') };
}
