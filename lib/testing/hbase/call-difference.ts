import { equalBytes } from '../../bytes/compare.js';
import { toStringBinary } from '../../bytes/text.js';
import { decodeArguments, decodeCall, isMethod } from './server-codec.js';

/** The longest value that is shown. */
const SHOWN = 60;

/** What differs between two calls of a method, field by field: `path: sent …, recorded …`. */
export function callDifference(method: string, sent: Uint8Array, recorded: Uint8Array): readonly string[] {
  const [one, other] = [sent, recorded].map((bytes) => argumentsOf(method, bytes));
  const fields = difference('', one, other);
  if (fields.length > 0) return fields;
  const at = sent.findIndex((byte, index) => byte !== recorded[index]);
  return [`the same values in other bytes, from byte ${at < 0 ? sent.length : at} on`];
}

function argumentsOf(method: string, bytes: Uint8Array): unknown {
  const call = decodeCall(bytes);
  return call !== null && isMethod(method) ? decodeArguments(method, call) : bytes;
}

function difference(path: string, sent: unknown, recorded: unknown): readonly string[] {
  if (sent instanceof Uint8Array && recorded instanceof Uint8Array && equalBytes(sent, recorded)) return [];
  if (!isNested(sent) || !isNested(recorded))
    return Object.is(sent, recorded) ? [] : [`${path}: sent ${shown(sent)}, recorded ${shown(recorded)}`];
  const names = new Set([...Object.keys(sent), ...Object.keys(recorded)]);
  return [...names].flatMap((name) => {
    const at = Array.isArray(sent) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`;
    return difference(at, (sent as Fields)[name], (recorded as Fields)[name]);
  });
}

type Fields = Readonly<Record<string, unknown>>;

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof Uint8Array);
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value instanceof Uint8Array) return `'${toStringBinary(value.subarray(0, SHOWN))}'`;
  return isNested(value) ? 'a struct or list' : String(value);
}
