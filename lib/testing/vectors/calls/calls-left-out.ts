/** A call that has no counterpart in Bigtab. Its case is left out, for this reason. */
export class NotCounterpart extends Error {
  override readonly name: string = 'NotCounterpart';
}
