import type { PutLike } from 'bigtab';
import { parse } from 'papaparse';

/** Measured weather, one row per station and day. */
export const WEATHER_DAYS = { name: 'weather_days', families: ['daily'] } as const;

/** Beginnings of row keys: the stations. */
export const STATIONS: readonly string[] = ['New York/', 'Seattle/'];

const COLUMNS = ['precipitation', 'temp_max', 'temp_min', 'wind', 'weather'] as const;

/** Reads weather.csv of vega-datasets. Row keys are such as `Seattle/2012-01-01`; values stay as they are written. */
export function parseWeather(csv: string): PutLike[] {
  const { data, errors } = parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true });
  const [problem] = errors;
  if (problem !== undefined) throw new Error(`Line ${(problem.row ?? 0) + 2} of the weather is not as expected`);
  return data.map((day) => ({
    row: `${day.location}/${day.date}`,
    cells: { daily: Object.fromEntries(COLUMNS.map((name) => [name, day[name] ?? ''])) },
  }));
}
