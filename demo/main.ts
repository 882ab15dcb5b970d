import { connect } from 'bigtab';
import weather from '../node_modules/vega-datasets/data/weather.csv?url';
const workers: Worker[] = [];
const open = () => connect({ name: 'spike', worker: () => {
  const worker = new Worker(new URL('bigtab/worker', import.meta.url), { name: 'bigtab' });
  workers.push(worker);
  return worker;
} });
(window as any).spike = { open, workers, weather };
