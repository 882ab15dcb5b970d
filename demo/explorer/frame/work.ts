import { useEffect, useMemo } from 'preact/hooks';
import { Importer } from '../import/importer.js';
import type { Notices } from '../ui/notices.js';
import type { Progress } from '../ui/progress.js';
import { useStore } from '../ui/store.js';
import { parseWeather } from '../weather/weather.js';
import { fetchWeather } from '../weather/weather-file.js';
import { WeatherLoads } from '../weather/weather-loads.js';
import type { AddressPlace, View } from './place.js';

/** The work that continues while the user visits another part of the explorer. */
export interface Work {
  readonly loads: WeatherLoads;
  readonly importer: Importer;
}

/** The work of a mounted explorer. When a load ends, a message appears in the part that the user is visiting. */
export function useWork(address: AddressPlace, notices: Notices): Work {
  const work = useMemo(() => {
    const readWeather = async () => parseWeather(await fetchWeather());
    const sayAway = (sentence: string) => {
      if (address.current.value.view !== 'weather') notices.say(sentence);
    };
    return { loads: new WeatherLoads(readWeather, sayAway), importer: new Importer() };
  }, [address, notices]);
  useEffect(
    () => () => {
      work.loads.cancel();
      work.importer.cancel();
    },
    [work],
  );
  return work;
}

/** The progress of each part that has running work. */
export function useProgress({ loads, importer }: Work): ReadonlyMap<View, Progress> {
  const loaded = useStore(loads.progress);
  const { phase, bytesDone, bytes } = useStore(importer.progress);
  const progress = new Map<View, Progress>();
  if (loaded !== null) progress.set('weather', loaded);
  if (phase === 'running') progress.set('import', { done: bytesDone, total: bytes });
  return progress;
}
