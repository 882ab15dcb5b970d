/**
 * A place that calls pass in their order. While it is closed they wait; opening it lets them go, the first one first.
 */
export class Lane {
  private waiting: (() => void)[] | null;

  constructor(isOpen: boolean) {
    this.waiting = isOpen ? null : [];
  }

  pass(call: () => void): void {
    if (this.waiting === null) call();
    else this.waiting.push(call);
  }

  open(): void {
    const { waiting } = this;
    this.waiting = null;
    for (const call of waiting ?? []) call();
  }
}
