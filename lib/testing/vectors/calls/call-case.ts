import { anything, type Check, fields, list, Malformed, text } from '../checks.js';

/*
 * The format of one case in a file of calls: a single `["Class.method", arg…]`, or several in order on one database.
 * CALLS.md describes it.
 */

/** A function or method and its arguments. */
export type Call = readonly [name: string, ...args: unknown[]];

/** HBase's answer to a call, and Bigtab's answer if it differs. */
export interface AnsweredCall {
  readonly call: Call;
  readonly expect?: unknown;
  readonly error?: string;
  readonly causes?: unknown;
  /** The answer of HBase's asynchronous client; both answers are correct. */
  readonly or?: unknown;
  /** The class that the server threw, if the client could not show it. */
  readonly remote?: string;
  readonly bigtab?: unknown;
}

export interface CallCase {
  readonly id: string;
  readonly differs?: string;
  readonly call?: Call;
  readonly calls?: readonly AnsweredCall[];
}

const ANSWER = {
  expect: anything,
  error: text,
  message: text,
  cause: anything,
  causes: anything,
  or: anything,
  remote: text,
  bigtab: anything,
};
const FRAME = { rules: list(text), note: text, differs: text };

const call: Check = (value, where) => {
  list(anything)(value, where);
  text((value as readonly unknown[])[0], `${where}[0]`);
};
const single = fields({ id: text, call }, { ...FRAME, ...ANSWER });
const session = fields({ id: text, calls: list(fields({ call }, { note: text, ...ANSWER })) }, FRAME);

/** Whether a line is meant as a case of calls, even if it is invalid. */
export function isCallCase(line: unknown): boolean {
  return typeof line === 'object' && line !== null && ('call' in line || 'calls' in line);
}

/** Throws `Malformed` for anything but a case, and for a field that the format does not define. */
export function checkCallCase(line: unknown): asserts line is CallCase & AnsweredCall {
  ('calls' in (line as object) ? session : single)(line, 'the case');
  for (const one of (line as CallCase).calls ?? [line as AnsweredCall]) {
    const answered = ['expect', 'error', 'bigtab'].some((name) => Object.hasOwn(one, name));
    if (!answered) throw new Malformed(`${(line as CallCase).id}: a call has no answer`);
  }
}

/** The name of a call without the types of its parameters, and these types. */
export function splitName(name: string): { readonly plain: string; readonly types: readonly string[] } {
  const [, plain = name, types = ''] = /^([^(]*)\((.*)\)$/.exec(name) ?? [];
  return { plain, types: types === '' ? [] : types.split(',') };
}
