import type { ArgsOf, MethodName } from '../../../hbase/thrift/methods.js';

/** A call that both gateways receive. */
export interface ComparedCall {
  readonly method: MethodName;
  readonly args: object;
  /** Why the fake answers otherwise; null if it must answer the same. */
  readonly differs: string | null;
}

/** A list of calls, in the order in which they are made. */
export class ComparisonList {
  readonly calls: ComparedCall[] = [];

  add<M extends MethodName>(method: M, args: ArgsOf<M>): this {
    this.calls.push({ method, args, differs: null });
    return this;
  }

  /** A call whose answer the fake does not give. */
  addDifferent<M extends MethodName>(differs: string, method: M, args: ArgsOf<M>): this {
    this.calls.push({ method, args, differs });
    return this;
  }
}

/** Text as bytes, one for each character. */
export function bytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
