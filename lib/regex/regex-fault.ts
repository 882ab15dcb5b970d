/** Why an expression is refused. `parse-pattern` has the texts, which only the page needs. */
export const Fault = {
  TooLarge: 0,
  TooDeep: 1,
  TooManyLooks: 2,
  NoGroupToClose: 3,
  GroupNotClosed: 4,
  GroupKind: 5,
  SameName: 6,
  Class: 7,
  RangeOrder: 8,
  Escape: 9,
  Reference: 10,
  NothingToRepeat: 11,
  Count: 12,
  CountOrder: 13,
  LookBehind: 14,
  Possessive: 15,
} as const;
export type Fault = (typeof Fault)[keyof typeof Fault];

/** An expression that is malformed, not supported or too large. The message does not say why. */
export interface RegexFault extends SyntaxError {
  readonly fault: Fault;
  readonly at: number;
}

export function regexFault(expr: string, fault: Fault, at: number): RegexFault {
  const message = `a pattern must be a regular expression that Bigtab supports; in '${expr}' at ${at}`;
  return Object.assign(new SyntaxError(message), { fault, at });
}
