import { countOf } from '../ui/amounts.js';
import { LineChart } from '../ui/line-chart.js';
import { inDay, nearestDay } from './days.js';
import { FIRST_DAY, LAST_DAY, UNITS } from './weather.js';
import type { CellLine } from './weather-reader.js';

interface Properties {
  /** The versions, or null before they were read. */
  readonly shown: CellLine | null;
  readonly asOf: number;
  readonly onChoose: (day: number) => void;
}

const RANGE = [FIRST_DAY, LAST_DAY] as const;
const NONE: readonly number[] = [];

/** All versions of the chosen cell as a line, with the chosen day marked. */
export function VersionsFigure({ shown, asOf, onChoose }: Properties) {
  const { timestamps, values } = shown?.line ?? { timestamps: NONE, values: NONE };
  return (
    <figure>
      <figcaption>{shown === null ? 'Reading …' : captionOf(shown)}</figcaption>
      <LineChart
        label={shown === null ? 'Versions in the chosen column' : labelOf(shown)}
        timestamps={timestamps}
        values={values}
        range={RANGE}
        cursor={asOf}
        onChoose={(timestamp) => onChoose(nearestDay(timestamp))}
      />
    </figure>
  );
}

function captionOf({ cell: { station, measure }, line }: CellLine) {
  const versions = countOf(line?.values.length ?? 0, 'version');
  return (
    <>
      <code>daily:{measure}</code>
      {` of ${station}, ${UNITS[measure]}: ${versions} in one column`}
    </>
  );
}

function labelOf({ cell: { station, measure }, line }: CellLine): string {
  const of = `${measure} of ${station}`;
  if (line === null) return `${of}: nothing to draw`;
  const [lowest, highest] = [Math.min(...line.values), Math.max(...line.values)];
  const [first, last] = [line.timestamps[0] ?? 0, line.timestamps.at(-1) ?? 0];
  return `${of} from ${inDay(first)} to ${inDay(last)}: a line between ${lowest} and ${highest} ${UNITS[measure]}`;
}
