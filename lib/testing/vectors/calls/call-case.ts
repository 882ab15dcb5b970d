import { anything, type Check, fields, list, Malformed, text } from '../checks.js';

/*
 * The shape of one case of a file of calls: `["Class.method", arg…]` alone, or several in order on one database.
 * CALLS.md is their language.
 */

/** A function or method and its arguments. */
export type Call = readonly [name: string, ...args: unknown[]];

/** What HBase answered to a call, and Bigtab's answer where it is another one. */
export interface AnsweredCall {
  readonly call: Call;
  readonly expect?: unknown;
  readonly error?: string;
  readonly causes?: unknown;
  /** The answer of HBase's asynchronous client; either is right. */
  readonly or?: unknown;
  /** The class that the server threw, where the client could not show it. */
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

/** Whether a line is meant as a case of calls, whatever else is wrong with it. */
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

/** The name of a call without the types of its parameters, and those. */
export function splitName(name: string): { readonly plain: string; readonly types: readonly string[] } {
  const [, plain = name, types = ''] = /^([^(]*)\((.*)\)$/.exec(name) ?? [];
  return { plain, types: types === '' ? [] : types.split(',') };
}
