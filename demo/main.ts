import './page.css';
import { DemoDatabase } from './demo-database.js';
import { showBlocked } from './explorer/frame/blocked.js';
import { mountExplorer } from './explorer/mount-explorer.js';

const place = document.getElementById('app') as HTMLElement;
const database = new DemoDatabase('demo');

async function start(): Promise<void> {
  try {
    mountExplorer(place, await database.connect(), {
      killWorker: () => database.killWorker(),
      reconnect: () => database.connect(),
      guide: 'guide/index.html',
    });
  } catch (error) {
    showBlocked(place, error, () => void start());
  } finally {
    document.getElementById('opening')?.remove();
  }
}

void start();
