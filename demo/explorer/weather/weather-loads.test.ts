import { openMemory } from 'bigtab/memory';
import { describe, expect, it } from 'vitest';
import type { Progress } from '../ui/progress.js';
import { DAY_MS, FIRST_DAY, type WeatherDay } from './weather.js';
import { WeatherLoads } from './weather-loads.js';

const MEASURED = { temp_max: '1', temp_min: '0', precipitation: '0', wind: '2', weather: 'sun' };

/** 300 days, which are several batches. */
async function readDays(): Promise<readonly WeatherDay[]> {
  return Array.from({ length: 300 }, (_, day) => {
    const date = new Date(FIRST_DAY + day * DAY_MS).toISOString().slice(0, 10);
    return { station: 'Oslo', date, measured: MEASURED };
  });
}

async function open() {
  const connection = await openMemory({ name: 'loads' });
  const told: string[] = [];
  return { connection, told, loads: new WeatherLoads(readDays, (sentence) => told.push(sentence)) };
}

describe('the loads of the weather', () => {
  it('report their progress, and at the end their outcome', async () => {
    const { connection, told, loads } = await open();
    const seen: (Progress | null)[] = [];
    loads.progress.subscribe((progress) => seen.push(progress));
    await loads.versions.start(connection);
    expect(seen).toContainEqual({ done: 150, total: 300 });
    expect(seen.at(-1)).toBeNull();
    await loads.rows.start(connection);
    expect(told).toEqual([
      expect.stringMatching(/^Table weather\. All 300 days are loaded: 300 written in /),
      expect.stringMatching(/^Table weather_days\. All 300 days are loaded: 300 written in /),
    ]);
  });

  it('report one whose worker ended, but not one that was cancelled', async () => {
    const { connection, told, loads } = await open();
    loads.versions.load.subscribe(({ present }) => present === 200 && loads.cancel());
    await loads.versions.start(connection);
    expect(told).toEqual([]);
    loads.rows.load.subscribe(({ present }) => present === 100 && void connection.close());
    await loads.rows.start(connection);
    expect(told).toEqual(['Table weather_days. The worker ended during the load. 100 of 300 days are loaded.']);
  });
});
