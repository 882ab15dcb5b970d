import { countOf } from '../../ui/amounts.js';
import { LineChart } from '../../ui/line-chart.js';
import { inTimestamp, isDate } from '../../ui/times.js';
import type { VersionLine } from './cell-versions.js';

/** The versions of a cell as a line. */
export function VersionChart({ line, name }: { readonly line: VersionLine; readonly name: string }) {
  const { timestamps, values } = line;
  return (
    <figure class="version-chart">
      <LineChart
        label={inWords(line, name)}
        timestamps={timestamps}
        values={values}
        plain={!timestamps.every(isDate)}
      />
    </figure>
  );
}

function inWords({ timestamps, values }: VersionLine, name: string): string {
  const [first, last] = [timestamps[0], timestamps.at(-1)].map((timestamp) => inTimestamp(timestamp ?? 0));
  const between = `between ${Math.min(...values)} and ${Math.max(...values)}`;
  return `${name} as a line: ${countOf(values.length, 'version')} from ${first} to ${last}, ${between}`;
}
