import { Bytes, type DeleteLike, type PutLike, type ScanLike } from 'bigtab';

/*
 * Writes the code that does the same as a form, in the style of a new user.
 */

/** Longer lines are broken. */
const LINE_LENGTH = 40;

/** The database and the table that the code uses. */
export interface Place {
  readonly database: string;
  readonly table: string;
}

/** The code that scans a table and prints its rows. */
export function scanCode(place: Place, scan: ScanLike): string {
  const literal = Object.keys(scan).length === 0 ? '' : printLiteral(scan);
  return program(place, [
    `const scan = new Scan(${literal});`,
    'for await (const row of table.getScanner(scan)) {',
    '  console.log(JSON.stringify(row));',
    '}',
  ]);
}

export function putCode(place: Place, put: PutLike): string {
  return program(place, [`await table.put(${printLiteral(put)});`]);
}

export function deleteCode(place: Place, remove: DeleteLike): string {
  return program(place, [`await table.delete(${printLiteral(remove)});`]);
}

/** A value as a JavaScript literal: objects, arrays, strings, numbers, booleans and bytes. */
export function printLiteral(value: unknown): string {
  return print(value, '');
}

function program({ database, table }: Place, body: readonly string[]): string {
  const uses = (name: string) => body.some((line) => line.includes(name));
  const names = [...(uses('Bytes.') ? ['Bytes'] : []), 'connect', ...(uses('new Scan(') ? ['Scan'] : [])];
  return [
    `import { ${names.join(', ')} } from 'bigtab';`,
    '',
    `const connection = await connect(${print(database, '')});`,
    `const table = connection.getTable(${print(table, '')});`,
    ...body,
    '',
  ].join('\n');
}

function print(value: unknown, indent: string): string {
  if (value instanceof Uint8Array) return `Bytes.toBytesBinary(${print(Bytes.toStringBinary(value), '')})`;
  if (typeof value === 'string') return quoted(value);
  if (value === Number.MAX_SAFE_INTEGER) return 'Number.MAX_SAFE_INTEGER';
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((one) => print(one, inner))
    : Object.entries(value).map(([name, one]) => `${printName(name)}: ${print(one, inner)}`);
  const [open, close] = isList ? '[]' : '{}';
  const line = isList || parts.length === 0 ? `${open}${parts.join(', ')}${close}` : `{ ${parts.join(', ')} }`;
  if (!line.includes('\n') && indent.length + line.length <= LINE_LENGTH) return line;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`;
}

function printName(name: string): string {
  // The plain name would set the prototype.
  if (name === '__proto__') return `['${name}']`;
  return /^[a-z_]\w*$/i.test(name) ? name : quoted(name);
}

function quoted(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${escaped.replace(UNSEEN, unitEscapes)}'`;
}

/** Characters that are invisible, or that change the direction of the code around them. */
const UNSEEN = /[\p{Cf}\p{Zl}\p{Zp}\x7f-\x9f]/gu;

function unitEscapes(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
