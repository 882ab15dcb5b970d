import { openMemory } from 'bigtab/memory';
import { describe, expect, it } from 'vitest';
import { DAY_MS, FIRST_DAY, WEATHER } from './weather.js';
import { WeatherReader } from './weather-reader.js';

async function open() {
  const connection = await openMemory({ name: 'reader' });
  const errors: unknown[] = [];
  const reader = new WeatherReader((error) => errors.push(error));
  const release = reader.attach(connection);
  const put = async (date: string, temp_max: string) => {
    const table = await connection.ensureTable(WEATHER.descriptor);
    const measured = { temp_max, temp_min: '1', precipitation: '0', wind: '2', weather: '' };
    await table.put(WEATHER.putOf({ station: 'Oslo', date, measured }));
  };
  /** Waits until the reader shows the expected result. */
  const shows = (expected: object | null) => expect.poll(() => reader.at.value).toEqual(expected);
  return { connection, reader, release, put, shows, errors };
}

const oslo = (temp_max: string) => ({
  stations: [{ station: 'Oslo', values: { temp_max, temp_min: '1', precipitation: '0', wind: '2' } }],
});

describe('the weather as of a day', () => {
  it('is read again when a day is chosen and when the table is written to', async () => {
    const { reader, put, shows, errors } = await open();
    reader.show(FIRST_DAY);
    await put('2012-01-01', '5');
    await put('2012-01-03', '7');
    await shows(expect.objectContaining({ asOf: FIRST_DAY, ...oslo('5') }));
    reader.show(FIRST_DAY + 2 * DAY_MS);
    await shows(expect.objectContaining(oslo('7')));
    await put('2012-01-02', '6');
    reader.show(FIRST_DAY + DAY_MS);
    await shows(expect.objectContaining(oslo('6')));
    expect(errors).toEqual([]);
  });

  it('is that of the day chosen last, even if many days are chosen quickly', async () => {
    const { reader, put, shows } = await open();
    await put('2012-01-01', '5');
    await put('2012-01-31', '9');
    for (let day = 0; day < 40; day++) reader.show(FIRST_DAY + day * DAY_MS);
    await shows(expect.objectContaining({ asOf: FIRST_DAY + 39 * DAY_MS, ...oslo('9') }));
  });

  it('includes the versions of the chosen cell as a line', async () => {
    const { reader, put } = await open();
    await put('2012-01-01', '5');
    await put('2012-01-02', '-6.5');
    const cell = { station: 'Oslo', measure: 'temp_max' } as const;
    reader.choose(cell);
    const line = { timestamps: [FIRST_DAY, FIRST_DAY + DAY_MS], values: [5, -6.5] };
    await expect.poll(() => reader.line.value).toEqual({ cell, line });
  });

  it('is empty without the table, and is not read after the reader is detached', async () => {
    const { connection, reader, release, put, errors } = await open();
    reader.choose({ station: 'Oslo', measure: 'wind' });
    expect(reader.at.value).toBeNull();
    release();
    await put('2012-01-01', '5');
    await connection.close();
    reader.show(FIRST_DAY);
    expect(reader.at.value).toBeNull();
    expect(errors).toEqual([]);
  });
});
