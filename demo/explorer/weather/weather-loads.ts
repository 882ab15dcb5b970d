import type { Progress } from '../ui/progress.js';
import { Store } from '../ui/store.js';
import { WEATHER, WEATHER_DAYS, type WeatherDay } from './weather.js';
import { loadSentence, WeatherLoader } from './weather-loader.js';

/** The loads of both tables. They continue while the user visits another part of the explorer. */
export class WeatherLoads {
  readonly versions: WeatherLoader;
  readonly rows: WeatherLoader;
  /** The progress of the running loads, or null if there is none. */
  readonly progress: Store<Progress | null> = new Store<Progress | null>(null);
  private readonly all: readonly WeatherLoader[];

  /** `onEnd` receives a sentence that reports the end of a load, unless the user cancelled it. */
  constructor(readFile: () => Promise<readonly WeatherDay[]>, onEnd: (sentence: string) => void) {
    this.versions = new WeatherLoader(WEATHER, readFile);
    this.rows = new WeatherLoader(WEATHER_DAYS, readFile);
    this.all = [this.versions, this.rows];
    for (const { name, load } of this.all) {
      let before = load.value.phase;
      load.subscribe((now) => {
        // A cancelled load checks the table once more.
        if (before === 'loading' && now.phase === 'idle') onEnd(`Table ${name}. ${loadSentence(now)}`);
        before = now.phase;
        this.add();
      });
    }
  }

  cancel(): void {
    for (const loader of this.all) loader.cancel();
  }

  private add(): void {
    const loads = this.all.map(({ load }) => load.value).filter(({ phase }) => phase === 'loading');
    let [done, total] = [0, 0];
    for (const load of loads) [done, total] = [done + load.present, total + load.total];
    this.progress.set(loads.length === 0 ? null : { done, total });
  }
}
