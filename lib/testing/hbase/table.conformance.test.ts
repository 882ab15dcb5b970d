import { afterAll, describe, it } from 'vitest';
import { connectHBase } from '../../hbase.js';
import { createFakeGateway } from './fake-gateway.js';
import { suiteTests } from './suite-tests.js';

/** The tests that the real gateway passes; test:hbase also tries the others. */
describe('Table over the fake of HBase', async () => {
  const gateway = await createFakeGateway();
  afterAll(() => gateway.close());
  const tests = suiteTests(() => connectHBase({ url: 'http://gateway.invalid/', fetch: gateway.fetch }));
  for (const { name, fails, body } of tests) if (fails === null) it(name, body);
});
