import type { Automaton, EdgeKind, Part, Step } from './automaton.js';
import { ALWAYS, BEGIN, look } from './edge-kinds.js';

/** A part of an expression, which can be added to the automaton any number of times. */
export interface Piece {
  /** Comparisons that its edges may take. */
  readonly size: number;
  /** Whether it matches only where the text begins. */
  readonly fromBegin: boolean;
  /** Adds the edges from a state on, and returns the state where they end. No edge leads back to the first state. */
  readonly addTo: (from: number) => number;
}

/** Builds an automaton from pieces. The caller makes sure that none is larger than `MAX_SIZE`. */
export class AutomatonBuilder {
  readonly #steps: Step[][] = [[]];
  readonly #looks: Part[] = [];
  #forwards = true;

  /** `count` equal edges, one after the other. */
  edge(kind: EdgeKind, count = 1): Piece {
    return {
      size: kind.cost * count,
      fromBegin: kind === BEGIN,
      addTo: (from) => {
        let end = from;
        for (let left = count; left > 0; left--) end = this.#add(end, this.#state(), kind);
        return end;
      },
    };
  }

  sequence(pieces: readonly Piece[]): Piece {
    return {
      size: sizeOf(pieces),
      fromBegin: pieces[0]?.fromBegin === true,
      addTo: (from) => pieces.reduce((end, { addTo }) => addTo(end), from),
    };
  }

  alternatives(pieces: readonly Piece[]): Piece {
    return {
      size: sizeOf(pieces) + pieces.length,
      fromBegin: pieces.every(({ fromBegin }) => fromBegin),
      addTo: (from) => {
        const last = this.#state();
        for (const { addTo } of pieces) this.#add(addTo(from), last);
        return last;
      },
    };
  }

  /** `most` may be Infinity. */
  repeat({ size, fromBegin, addTo }: Piece, least: number, most: number): Piece {
    const isLoop = most === Number.POSITIVE_INFINITY;
    const copies = isLoop ? Math.max(1, least) : most;
    return {
      size: (size + 2) * copies + 2,
      fromBegin: fromBegin && least > 0,
      addTo: (from) => {
        const last = this.#state();
        if (least === 0) this.#add(from, last);
        let end = from;
        for (let copy = 1; copy <= copies; copy++) {
          const begin = this.#add(end, this.#state());
          end = addTo(begin);
          if (copy >= least) this.#add(end, last);
          if (isLoop && copy === copies) this.#add(end, begin);
        }
        return last;
      },
    };
  }

  /** Adds a look-around, which is not connected with what surrounds it, and returns the test for it. */
  look({ size, addTo }: Piece, behind: boolean, negative: boolean): Piece {
    const begin = this.#state();
    this.#forwards = behind;
    const end = addTo(begin);
    this.#forwards = true;
    const [first, last] = behind ? [begin, end] : [end, begin];
    const number = this.#looks.push({ first, last, forwards: behind }) - 1;
    const test = this.edge(look(number, !negative));
    return { ...test, size: size + test.size };
  }

  finish({ addTo, fromBegin }: Piece): Automaton {
    const last = addTo(0);
    return { first: 0, last, forwards: true, steps: this.#steps, looks: this.#looks, fromBegin };
  }

  #state(): number {
    return this.#steps.push([]) - 1;
  }

  #add(from: number, to: number, kind: EdgeKind = ALWAYS): number {
    const [at, next] = this.#forwards ? [from, to] : [to, from];
    this.#steps[at]?.push({ kind, to: next });
    return to;
  }
}

function sizeOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { size }) => sum + size, 0);
}
