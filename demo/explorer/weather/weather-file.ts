// Imported by its path, because the entry of the package fetches the data from the network.
import address from '../../../node_modules/vega-datasets/data/weather.csv?url';

/** The text of weather.csv, which is served with the page. */
export async function fetchWeather(): Promise<string> {
  const response = await fetch(address).catch(() => null);
  if (response?.ok === true) return response.text();
  throw new Error('The weather file that is served with this page could not be fetched');
}
