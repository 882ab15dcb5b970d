import { FIGURES, type Figure } from '../workloads/figures.js';

/** The step of the page's clock, in microseconds: a shorter time reads as 0 or as one step. */
export const CLOCK_STEP_US = 5;

/** `value`, or one step of the clock if it is a shorter time in microseconds. */
export function withinClock(figure: Figure, value: number): number {
  return FIGURES[figure].unit === 'µs' ? Math.max(value, CLOCK_STEP_US) : value;
}
