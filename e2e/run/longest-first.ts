import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, the longest first. Started last, one of them would leave the other cores idle. */
const LONGEST = [
  'lib/testing/vectors/random.test.ts',
  'lib/testing/vectors/written.test.ts',
  'lib/testing/oracle/engine-variants.test.ts',
  'lib/testing/oracle/oracle-engine.test.ts',
  'lib/engine/server/crash.test.ts',
] as const;

/** Vitest's order, after the files that take longest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = LONGEST.findIndex((path) => moduleId.endsWith(path));
      return place < 0 ? LONGEST.length : place;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
