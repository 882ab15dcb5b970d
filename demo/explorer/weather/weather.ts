import { type BytesLike, KEEP_HISTORY, type PutLike, type Table, type TableLike } from 'bigtab';
import { parse } from 'papaparse';

/*
 * Four years of daily weather in two tables: `weather` has a row per station and a version per day, and
 * `weather_days` a row per station and day.
 */

/** The measurements of one day at one station. */
export interface WeatherDay {
  readonly station: string;
  /** The date, such as `2012-01-31`. */
  readonly date: string;
  /** The values as written in the file. */
  readonly measured: Readonly<Record<Measure | 'weather', string>>;
}

/** The qualifiers of the table `weather`. Each column has one number per day. */
export const MEASURES = ['temp_max', 'temp_min', 'precipitation', 'wind'] as const;
export type Measure = (typeof MEASURES)[number];

export const UNITS: Readonly<Record<Measure, string>> = {
  temp_max: '°C',
  temp_min: '°C',
  precipitation: 'mm',
  wind: 'm/s',
};

export const FAMILY = 'daily';
export const STATIONS: readonly string[] = ['New York', 'Seattle'];

/** A day in milliseconds. Timestamps are the starts of days in UTC. */
export const DAY_MS = 86_400_000;
export const FIRST_DAY: number = Date.UTC(2012, 0, 1);
export const LAST_DAY: number = Date.UTC(2015, 11, 31);

/** One of the two tables: its descriptor, its rows, and a check for existing rows. */
export interface WeatherTable {
  readonly descriptor: TableLike & { readonly name: string };
  putOf(day: WeatherDay): PutLike;
  /** Returns for each day, in order, whether the table has it. */
  has(table: Table, days: readonly WeatherDay[]): Promise<readonly boolean[]>;
}

export const WEATHER: WeatherTable = {
  descriptor: { name: 'weather', families: [{ name: FAMILY, ...KEEP_HISTORY }] },
  putOf: ({ station, date, measured }) => ({
    row: station,
    timestamp: Date.parse(date),
    cells: { [FAMILY]: Object.fromEntries(MEASURES.map((measure) => [measure, measured[measure]])) },
  }),
  has: async (table, days) => {
    const stations = [...new Set(days.map(({ station }) => station))];
    const columns = [`${FAMILY}:${MEASURES[0]}`] as const;
    const results = await table.get(stations.map((row) => ({ row, columns, versions: 'all' as const })));
    const there = new Map(
      results.map(({ cells }, index) => [stations[index], new Set(cells.map(({ timestamp }) => timestamp))]),
    );
    return days.map(({ station, date }) => there.get(station)?.has(Date.parse(date)) ?? false);
  },
};

export const WEATHER_DAYS: WeatherTable = {
  descriptor: { name: 'weather_days', families: [FAMILY] },
  putOf: (day) => ({ row: rowOf(day), cells: { [FAMILY]: day.measured } }),
  has: (table, days) => table.exists(days.map(rowOf)),
};

/** Reads weather.csv of vega-datasets. Values are kept as written. */
export function parseWeather(csv: string): WeatherDay[] {
  const { data, errors } = parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true });
  const [problem] = errors;
  if (problem !== undefined)
    throw new Error(`Line ${(problem.row ?? 0) + 2} of the weather file has an unexpected format`);
  return data.map(
    ({ location = '', date = '', precipitation = '', temp_max = '', temp_min = '', wind = '', weather = '' }) => ({
      station: location,
      date,
      measured: { precipitation, temp_max, temp_min, wind, weather },
    }),
  );
}

function rowOf({ station, date }: WeatherDay): BytesLike {
  return `${station}/${date}`;
}
