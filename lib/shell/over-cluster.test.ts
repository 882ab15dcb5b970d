import { expect, it } from 'vitest';
import { connectHBase } from '../hbase.js';
import { createFakeGateway } from '../testing/hbase/fake-gateway.js';
import { createShell } from './shell.js';

it('A shell over a cluster reports its regions, and that it does not know its users', async () => {
  const { fetch } = await createFakeGateway();
  const connection = await connectHBase({ url: 'http://gateway/', fetch });
  const shell = createShell(connection, { now: () => 0 });
  expect(await shell.run("create 't', 'f', SPLITS => ['m']")).not.toContain('no effect');
  expect(await shell.run("alter_status 't'")).toContain('2/2 regions updated.');
  expect(await shell.run("alter_status 'none'")).toContain('ERROR: Unknown table none!');
  expect(await shell.run('whoami')).toContain('not known: the proxy or the gateway');
  await connection.close();
});
