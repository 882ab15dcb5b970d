import { expect, it } from 'vitest';
import type { Benchmark } from './collect.js';
import { measure } from './measure.js';
import { referenceLoop } from './reference-loop.js';

/** Work that takes the given time, on a clock that is otherwise stopped. */
class Machine {
  time = 0;
  runs = 0;
  readonly now = (): number => this.time;

  work(ms: (run: number) => number): () => void {
    let run = 0;
    return () => {
      this.runs++;
      this.time += ms(run++);
    };
  }

  benchmark(name: string, ms: (run: number) => number): Benchmark {
    return { name, run: this.work(ms) };
  }
}

it('reports each benchmark as a multiple of the reference loop', () => {
  const machine = new Machine();
  const benchmarks = [
    machine.benchmark('half of it', () => 2),
    machine.benchmark('three times as long', () => 12),
    machine.benchmark('too short for the clock', () => 0.004),
  ];
  const ratios = measure(benchmarks, { reference: machine.work(() => 4), rounds: 3, now: machine.now });
  expect(ratios['half of it']).toBeCloseTo(0.5);
  expect(ratios['three times as long']).toBeCloseTo(3);
  expect(ratios['too short for the clock']).toBeCloseTo(0.001);
});

it('counts neither the runs before it was compiled nor other work of the machine', () => {
  const machine = new Machine();
  const slowThenDisturbed = machine.benchmark('disturbed', (run) => (run < 3 ? 100 : run % 4 === 0 ? 5 : 50));
  const reference = machine.work((run) => (run % 3 === 0 ? 10 : 35));
  expect(measure([slowThenDisturbed], { reference, rounds: 12, now: machine.now })).toEqual({ disturbed: 0.5 });
});

it('measures the reference loop before each measurement of a benchmark', () => {
  const machine = new Machine();
  const order: string[] = [];
  const told = (name: string) => () => {
    order.push(name);
    machine.time += 100;
  };
  const benchmarks = ['a', 'b'].map((name) => ({ name, run: told(name) }));
  measure(benchmarks, { reference: told('reference'), rounds: 2, now: machine.now });
  const warmUp = ['reference', 'a', 'b'];
  const round = ['reference', 'a', 'reference', 'b'];
  expect(order).toEqual([...warmUp, ...round, ...round]);
});

it('uses a loop that has not changed since the baseline', () => {
  expect(referenceLoop()).toBe(16_319);
});
