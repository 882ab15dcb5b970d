import { playGuide } from '../guide/play-guide.js';
import type { HBasePart } from './part.js';

/** Runs the program of the guide's page about clusters, and compares what it prints. */
export const playGuidePage: HBasePart = async ({ url }) => {
  const { expected, printed } = await playGuide(url);
  const isSame = JSON.stringify(printed) === JSON.stringify(expected);
  return {
    passed: isSame ? 1 : 0,
    failed: isSame ? [] : [`the guide's program prints ${JSON.stringify(printed)}, not ${JSON.stringify(expected)}`],
    skipped: [],
    figures: `${printed.length} lines`,
  };
};
