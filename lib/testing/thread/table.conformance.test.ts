import { afterAll, describe, it } from 'vitest';
import { tableSuite } from '../conformance/table-suite.js';
import { connectThread } from './connect-thread.js';

describe('Table over a worker thread', async () => {
  const { connection, connectAgain } = await connectThread();
  afterAll(() => connection.close());
  tableSuite({ test: (name, body) => it(name, body) }, connectAgain);
});
