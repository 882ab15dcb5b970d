/* Lists of cells and lists of verdicts, for tests of matchers. */
import { expect } from 'vitest';
import { MatchCode } from '../../engine/scan/match-code.js';
import type { Matcher } from '../../engine/scan/matcher.js';
import { type TestCell, viewOf } from './cells.js';

export type Verdict = keyof typeof MatchCode;

/**
 * Shows the cells of a row to a matcher and compares its verdicts. It does so twice, because no state of the first row
 * may affect the second. Cells after a jump are shown too, because jumps are only advice.
 */
export function expectVerdicts(matcher: Matcher, cells: readonly (readonly [TestCell, Verdict])[]): void {
  for (const round of ['the first row', 'another row']) {
    matcher.startRow();
    expect(
      cells.map(([cell]) => verdictOn(matcher, cell)),
      round,
    ).toEqual(cells.map(([, verdict]) => verdict));
  }
}

function verdictOn(matcher: Matcher, cell: TestCell): Verdict | undefined {
  const view = viewOf(cell);
  const verdict = matcher.match(view);
  view.key.fill(0xa5);
  return (Object.keys(MatchCode) as Verdict[]).find((name) => MatchCode[name] === verdict);
}
