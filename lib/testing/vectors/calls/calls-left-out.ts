/** A call asks for something that Bigtab has no counterpart of; its case is left out, for this reason. */
export class NotCounterpart extends Error {
  override readonly name: string = 'NotCounterpart';
}
