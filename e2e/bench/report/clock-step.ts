import { FIGURES, type Figure } from '../workloads/figures.js';

/** The step of the page's clock, in microseconds: what takes less reads as 0 or as one step. */
export const CLOCK_STEP_US = 5;

/** `value`, or a step of the clock where a time in microseconds is shorter than that. */
export function withinClock(figure: Figure, value: number): number {
  return FIGURES[figure].unit === 'µs' ? Math.max(value, CLOCK_STEP_US) : value;
}
