import type { ArgsOf, MethodName } from '../../../hbase/thrift/methods.js';

/** A call that both gateways receive. */
export interface ComparedCall {
  readonly method: MethodName;
  readonly args: object;
}

/** A list of calls, in the order in which they are made. */
export class ComparisonList {
  readonly calls: ComparedCall[] = [];

  add<M extends MethodName>(method: M, args: ArgsOf<M>): this {
    this.calls.push({ method, args });
    return this;
  }
}

/** Text as bytes, one for each character. */
export function bytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
