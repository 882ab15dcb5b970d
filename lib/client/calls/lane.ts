/** A gate that calls pass through in order. While it is closed, calls wait; opening it lets them pass. */
export interface Lane {
  /** Null while it is open. */
  waiting: (() => void)[] | null;
}

/** Runs `call` now, or when the gate opens. */
export function pass(lane: Lane, call: () => void): void {
  if (lane.waiting === null) call();
  else lane.waiting.push(call);
}
