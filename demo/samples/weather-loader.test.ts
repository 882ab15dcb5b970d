import { readFile } from 'node:fs/promises';
import { openMemory } from 'bigtab/memory';
import { describe, expect, it } from 'vitest';
import { parseWeather, WEATHER_DAYS } from './weather.js';
import { WeatherLoader } from './weather-loader.js';

const FILE = new URL('../../node_modules/vega-datasets/data/weather.csv', import.meta.url);

async function openLoader() {
  const connection = await openMemory({ name: 'weather' });
  const table = await connection.ensureTable(WEATHER_DAYS);
  const loader = new WeatherLoader(WEATHER_DAYS.name, async () => parseWeather(await readFile(FILE, 'utf8')));
  const count = async () => (await table.getScanner().toArray()).length;
  return { connection, table, loader, count };
}

describe('the weather', () => {
  it('is one row per station and day', async () => {
    const rows = parseWeather(await readFile(FILE, 'utf8'));
    expect(rows).toHaveLength(2922);
    expect(new Set(rows.map(({ row }) => row)).size).toBe(2922);
    expect(rows[0]).toEqual({
      row: 'Seattle/2012-01-01',
      cells: { daily: { precipitation: '0.0', temp_max: '12.8', temp_min: '5.0', wind: '4.7', weather: 'drizzle' } },
    });
  });

  it('is loaded whole, and found loaded the next time', async () => {
    const { connection, loader, count } = await openLoader();
    await loader.start(connection);
    expect(await count()).toBe(2922);
    expect(loader.load.value).toMatchObject({ phase: 'idle', present: 2922, total: 2922, ended: { added: 2922 } });
    await loader.start(connection);
    expect(loader.load.value).toMatchObject({ phase: 'idle', present: 2922, ended: 'found' });
  });

  it('stops when it is cancelled and goes on where it was, over nothing that was changed', async () => {
    const { connection, table, loader, count } = await openLoader();
    const unsubscribe = loader.load.subscribe(({ present }) => present === 500 && loader.cancel());
    await loader.start(connection);
    unsubscribe();
    expect(loader.load.value).toMatchObject({ phase: 'idle', ended: 'cancelled' });
    expect(await count()).toBe(500);
    await table.put({ row: 'Seattle/2012-01-01', cells: { daily: { weather: 'frogs' } } });
    await loader.start(connection);
    expect(await count()).toBe(2922);
    expect((await table.get('Seattle/2012-01-01')).getText('daily', 'weather')).toBe('frogs');
  });

  it('tells how much is there without loading', async () => {
    const { connection, table, loader, count } = await openLoader();
    await table.put({ row: 'New York/2015-12-31', cells: { daily: { weather: 'sun' } } });
    await loader.look(connection);
    expect(loader.load.value).toMatchObject({ phase: 'idle', present: 1, total: 2922, ended: null });
    expect(await count()).toBe(1);
  });
});
