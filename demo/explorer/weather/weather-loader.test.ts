import { readFile } from 'node:fs/promises';
import { Bytes } from 'bigtab';
import { openMemory } from 'bigtab/memory';
import { describe, expect, it } from 'vitest';
import { parseWeather, WEATHER, WEATHER_DAYS, type WeatherTable } from './weather.js';
import { WeatherLoader } from './weather-loader.js';

const FILE = new URL('../../../node_modules/vega-datasets/data/weather.csv', import.meta.url);

async function readDays() {
  return parseWeather(await readFile(FILE, 'utf8'));
}

/** The first 350 days of both stations, which are many batches. */
async function readSomeDays() {
  const days = await readDays();
  return days.filter(({ date }) => date < '2012-12-16');
}

async function openLoader(to: WeatherTable) {
  const connection = await openMemory({ name: 'weather' });
  const loader = new WeatherLoader(to, readSomeDays);
  const table = connection.getTable(to.descriptor.name);
  /** Versions of one column, over all rows. */
  const count = async () => {
    const rows = await table.getScanner({ columns: ['daily:wind'], versions: 'all' }).toArray();
    return rows.reduce((sum, { size }) => sum + size, 0);
  };
  return { connection, table, loader, count };
}

describe.each([
  ['weather', WEATHER],
  ['weather_days', WEATHER_DAYS],
] as const)('the table %s', (_name, to) => {
  it('is created and loaded completely, and is found complete the next time', async () => {
    const { connection, loader, count } = await openLoader(to);
    await loader.look(connection);
    expect(loader.load.value).toMatchObject({ phase: 'idle', present: 0, total: 700, ended: null });
    expect(await connection.getAdmin().listTableNames()).toEqual([]);
    await loader.start(connection);
    expect(await count()).toBe(700);
    expect(loader.load.value).toMatchObject({ phase: 'idle', present: 700, total: 700, ended: { added: 700 } });
    await loader.start(connection);
    expect(loader.load.value).toMatchObject({ phase: 'idle', present: 700, ended: 'found' });
  });

  it('is loaded after a running check has finished', async () => {
    const { connection, loader } = await openLoader(to);
    const look = loader.look(connection);
    await loader.start(connection);
    await look;
    expect(loader.load.value).toMatchObject({ phase: 'idle', present: 700, ended: { added: 700 } });
  });

  it('stops when it is cancelled, and continues from there', async () => {
    const { connection, loader, count } = await openLoader(to);
    const unsubscribe = loader.load.subscribe(({ present }) => present === 500 && loader.cancel());
    await loader.start(connection);
    unsubscribe();
    expect(loader.load.value).toMatchObject({ phase: 'idle', ended: 'cancelled' });
    expect(await count()).toBe(500);
    await loader.look(connection);
    expect(loader.load.value).toMatchObject({ phase: 'idle', present: 500, total: 700 });
    await loader.start(connection);
    expect(await count()).toBe(700);
  });
});

describe('the weather', () => {
  it('has every day of four years at both stations', async () => {
    const days = await readDays();
    expect(new Set(days.map(({ station, date }) => `${station}/${date}`)).size).toBe(2922);
    expect(days[0]).toEqual({
      station: 'Seattle',
      date: '2012-01-01',
      measured: { precipitation: '0.0', temp_max: '12.8', temp_min: '5.0', wind: '4.7', weather: 'drizzle' },
    });
  });

  it('is a row per station and a version per day', async () => {
    const { connection, table, loader } = await openLoader(WEATHER);
    await loader.start(connection);
    const rows = await table.getScanner({ asOf: new Date('2012-02-29T12:00Z') }).toArray();
    expect(rows.map((row) => [Bytes.toText(row.row), row.size])).toEqual([
      ['New York', 4],
      ['Seattle', 4],
    ]);
    expect(rows[1]?.getText('daily', 'temp_max')).toBe('5.0');
    expect(rows[1]?.getColumnLatestCell('daily', 'temp_max')?.timestamp).toBe(Date.UTC(2012, 1, 29));
  });

  it('does not overwrite days that were changed', async () => {
    const { connection, table, loader } = await openLoader(WEATHER_DAYS);
    await connection.ensureTable(WEATHER_DAYS.descriptor);
    await table.put({ row: 'Seattle/2012-01-01', cells: { daily: { weather: 'frogs' } } });
    await loader.start(connection);
    expect((await table.get('Seattle/2012-01-01')).getText('daily', 'weather')).toBe('frogs');
  });
});
