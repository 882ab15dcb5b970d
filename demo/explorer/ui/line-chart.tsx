import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import './line-chart.css';
import { ZONE } from './times.js';

interface Properties {
  /** A sentence that describes the chart to people who cannot see it. */
  readonly label: string;
  /** The timestamps in ascending order. */
  readonly timestamps: readonly number[];
  readonly values: readonly number[];
  /** The bounds of the time axis. Default: the first and last timestamp. */
  readonly range?: readonly [first: number, last: number];
  /** Whether the timestamps are chosen numbers instead of times. Default false. */
  readonly plain?: boolean;
  /** The marked timestamp. */
  readonly cursor?: number | null;
  /** Called with the timestamp under the pointer. The keyboard needs another control. */
  readonly onChoose?: (timestamp: number) => void;
}

const HEIGHT = 260;
/** The format of the times on the axis, by their distance. Its second line is for the start of a day or year. */
const TIMES: uPlot.Axis.Values = [
  [31_536_000_000, '{YYYY}', null, null, null, null, null, null, 1],
  [2_419_200_000, '{MMM}', '\n{YYYY}', null, null, null, null, null, 1],
  [86_400_000, '{D} {MMM}', '\n{YYYY}', null, null, null, null, null, 1],
  [60_000, '{HH}:{mm}', `\n{D} {MMM} {YYYY} ${ZONE}`, null, `\n{D} {MMM} ${ZONE}`, null, null, null, 1],
  [1000, '{HH}:{mm}:{ss}', `\n{D} {MMM} {YYYY} ${ZONE}`, null, `\n{D} {MMM} ${ZONE}`, null, null, null, 1],
  [1, '{HH}:{mm}:{ss}.{fff}', `\n{D} {MMM} {YYYY} ${ZONE}`, null, `\n{D} {MMM} ${ZONE}`, null, null, null, 1],
];
/** The steps between version numbers, which are integers. */
const WHOLE: uPlot.Axis.Incrs = Array.from({ length: 16 }, (_, digits) =>
  [1, 2, 5].map((one) => one * 10 ** digits),
).flat();
/** With more points than this, only the line is drawn. */
const MAX_POINTS = 100;

/** A line of numbers over time. Its height never changes. */
export function LineChart({ label, timestamps, values, range, plain = false, cursor = null, onChoose }: Properties) {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | null>(null);
  const latest = useRef({ cursor, onChoose });
  latest.current = { cursor, onChoose };
  const [first, last] = range ?? [timestamps[0] ?? 0, timestamps.at(-1) ?? 0];

  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const draw = () => {
      chart.current?.destroy();
      const data: uPlot.AlignedData = [[...timestamps], [...values]];
      const drawn = (plot: uPlot) => markCursor(plot, latest.current.cursor);
      chart.current = new uPlot(optionsOf(element, { first, last, plain, drawn }), data, element);
      choosePointed(chart.current, (timestamp) => latest.current.onChoose?.(timestamp));
    };
    draw();
    const resized = new ResizeObserver(() => {
      const { clientWidth: width } = element;
      if (width !== chart.current?.width) chart.current?.setSize({ width, height: HEIGHT });
    });
    resized.observe(element);
    // A canvas does not follow style sheets, so it is drawn again.
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', draw);
    return () => {
      resized.disconnect();
      scheme.removeEventListener('change', draw);
      chart.current?.destroy();
      chart.current = null;
    };
  }, [timestamps, values, first, last, plain]);
  useEffect(() => {
    if (chart.current !== null) markCursor(chart.current, cursor);
  }, [cursor]);

  return <div class="line-chart" role="img" aria-label={label} ref={place} style={{ height: `${HEIGHT}px` }} />;
}

interface Look extends Required<Pick<Properties, 'plain'>> {
  readonly first: number;
  readonly last: number;
  /** Called after each drawing. */
  readonly drawn: (plot: uPlot) => void;
}

function optionsOf(element: HTMLElement, { first, last, plain, drawn }: Look): uPlot.Options {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const axis: uPlot.Axis = {
    stroke: colour('--soft'),
    font: `12px ${style.fontFamily}`,
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { stroke: colour('--line'), width: 1 },
  };
  // A single point also needs an axis.
  const bounds: [number, number] = first < last ? [first, last] : [first - 1, last + 1];
  return {
    width: element.clientWidth,
    height: HEIGHT,
    ms: 1,
    tzDate: (timestamp) => uPlot.tzDate(new Date(timestamp), 'Etc/UTC'),
    hooks: { draw: [drawn] },
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false } },
    scales: { x: { time: !plain, range: () => bounds } },
    axes: [
      { ...axis, ...(plain ? { incrs: WHOLE } : { values: TIMES, space: roomOf }) },
      { ...axis, size: widthOf },
    ],
    series: [
      {},
      { stroke: colour('--accent'), width: 1.5, points: { show: (plot) => plot.data[0].length <= MAX_POINTS } },
    ],
  };
}

/** The smallest distance between two times. Below a minute, times are written with milliseconds. */
function roomOf(_plot: uPlot, _axis: number, first: number, last: number): number {
  return last - first < 60_000 ? 88 : 56;
}

/** The width of the numbers of an axis. */
function widthOf(_plot: uPlot, labels: readonly string[] | null): number {
  return 18 + 7 * Math.max(3, ...(labels ?? []).map(({ length }) => length));
}

/** A line at the timestamp, and a dot on the newest point that is not after it. */
function markCursor(chart: uPlot, cursor: number | null): void {
  const mark = chart.over.querySelector<HTMLElement>('.chart-cursor') ?? addTo(chart.over, 'chart-cursor');
  const dot = chart.over.querySelector<HTMLElement>('.chart-dot') ?? addTo(chart.over, 'chart-dot');
  mark.hidden = dot.hidden = true;
  if (cursor === null) return;
  const [times, values] = chart.data as [number[], number[]];
  mark.hidden = false;
  mark.style.translate = `${chart.valToPos(cursor, 'x')}px 0`;
  const at = times.findLastIndex((time) => time <= cursor);
  if (at < 0) return;
  dot.hidden = false;
  dot.style.translate = `${chart.valToPos(times[at] as number, 'x')}px ${chart.valToPos(values[at] as number, 'y')}px`;
}

function addTo(element: HTMLElement, name: string): HTMLElement {
  const added = document.createElement('div');
  added.className = name;
  element.append(added);
  return added;
}

/** Reports the timestamp under the pointer while it is pressed. */
function choosePointed({ over, posToVal }: uPlot, choose: (timestamp: number) => void): void {
  const tell = (event: PointerEvent) => {
    if (event.buttons === 0) return;
    choose(posToVal(event.clientX - over.getBoundingClientRect().left, 'x'));
  };
  over.addEventListener('pointerdown', tell);
  over.addEventListener('pointermove', tell);
}
