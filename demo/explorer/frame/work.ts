import type { Importer } from '../import/importer.js';
import type { Progress } from '../ui/progress.js';
import { useStore } from '../ui/store.js';
import type { WeatherLoads } from '../weather/weather-loads.js';
import type { View } from './place.js';

/** What goes on while someone looks at another part of the explorer. */
export interface Work {
  readonly loads: WeatherLoads;
  readonly importer: Importer;
}

/** How far the work of each part is; a part where nothing goes on is not there. */
export function useProgress({ loads, importer }: Work): ReadonlyMap<View, Progress> {
  const loaded = useStore(loads.progress);
  const { phase, bytesRead, bytes } = useStore(importer.progress);
  const progress = new Map<View, Progress>();
  if (loaded !== null) progress.set('weather', loaded);
  if (phase === 'running') progress.set('import', { done: bytesRead, total: bytes });
  return progress;
}
