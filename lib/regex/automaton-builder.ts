import { type Automaton, costOf, type Edge, EdgeKind, type LookAround, MAX_SIZE } from './automaton.js';
import { StateSet } from './state-set.js';

const UNLIMITED = Number.POSITIVE_INFINITY;

/** A place in the expression. What follows it can be repeated. */
export interface Mark {
  readonly state: number;
  readonly edges: number;
  readonly states: number;
}

/** An open group. */
export interface OpenPart {
  readonly before: Mark;
  readonly first: number;
  readonly last: number;
}

/** Builds an automaton from left to right, as an expression is read. */
export class AutomatonBuilder {
  /** The number of comparisons so far. The caller stops building when it is above `MAX_SIZE`. */
  size = 0;
  readonly #looks: LookAround[] = [];
  readonly #edges: Edge[] = [];
  #states = 1;
  /** Where the expression ends so far. */
  #end = 0;

  mark(): Mark {
    return { state: this.#end, edges: this.#edges.length, states: this.#states };
  }

  /** Adds an edge to a new state. */
  step(kind: EdgeKind, args: readonly number[] = []): void {
    const to = this.#states++;
    this.#add({ from: this.#end, to, kind, args });
    this.#end = to;
  }

  /** Begins a group. A look-around is not connected with what surrounds it. */
  open(isLook: boolean): OpenPart {
    const before = this.mark();
    if (isLook) this.#end = this.#states++;
    return { before, first: this.#end, last: this.#states++ };
  }

  /** Begins another alternative of a group. */
  branch({ first, last }: OpenPart): void {
    this.#skip(this.#end, last);
    this.#end = first;
  }

  close({ last }: OpenPart): void {
    this.#skip(this.#end, last);
    this.#end = last;
  }

  closeLook(opened: OpenPart, behind: boolean, negative: boolean): void {
    this.close(opened);
    this.#end = opened.before.state;
    const number = this.#looks.push({ first: opened.first, last: opened.last, behind }) - 1;
    this.step(negative ? EdgeKind.NoLook : EdgeKind.Look, [number]);
  }

  /** Repeats what follows the mark by copying it. Builds nothing if the result would be too large. */
  repeat({ state, edges, states }: Mark, least: number, most: number): void {
    const copies = Math.max(1, most === UNLIMITED ? least : most);
    const body = this.#edges.slice(edges);
    this.size += 2 * copies;
    for (const edge of body) this.size += costOf(edge) * (copies - 1);
    if (this.size > MAX_SIZE) return;
    this.#edges.length = edges;
    const end = this.#end;
    const perCopy = this.#states - states;
    const exits = least === 0 ? [state] : [];
    let from = state;
    for (let copy = 1; copy <= copies; copy++) {
      // The first copy keeps the numbers of its states, because look-arounds refer to them.
      const base = copy === 1 ? states : this.#states;
      if (copy > 1) this.#states += perCopy;
      // Each copy begins with a state that no edge enters from outside, and that none outside the copy leaves.
      const entry = this.#states++;
      const moved = (old: number) => (old === state ? entry : old - states + base);
      for (const edge of body) this.#edges.push({ ...edge, from: moved(edge.from), to: moved(edge.to) });
      if (most > 0) this.#skip(from, entry);
      from = moved(end);
      if (copy >= least && most > 0) exits.push(from);
      if (copy === copies && most === UNLIMITED) this.#skip(from, entry);
    }
    this.#end = this.#states++;
    for (const exit of exits) this.#skip(exit, this.#end);
  }

  finish(): Automaton {
    const states = this.#states;
    const edges = this.#edges;
    const looks = this.#looks;
    const end = this.#end;
    return { first: 0, last: end, states, edges, looks, fromBegin: this.#beginsWithText() };
  }

  /** Whether every path reaches `^` before it reads a character or ends. */
  #beginsWithText(): boolean {
    const reachable = new StateSet(this.#states);
    reachable.add(0);
    const open = this.#edges.filter(({ kind }) => kind !== EdgeKind.Begin);
    for (let size = 0; size < reachable.size; ) {
      size = reachable.size;
      for (const { from, to, kind } of open) {
        if (!reachable.has(from)) continue;
        if (kind >= EdgeKind.Among) return false;
        reachable.add(to);
      }
    }
    return !reachable.has(this.#end);
  }

  #skip(from: number, to: number): void {
    this.#add({ from, to, kind: EdgeKind.Always, args: [] });
  }

  #add(edge: Edge): void {
    this.size += costOf(edge);
    this.#edges.push(edge);
  }
}
