import { join } from 'node:path';
import { startHBaseProxy } from 'bigtab/hbase/proxy';
import { transform } from 'esbuild';
import { createFakeGateway } from '../../../lib/testing/hbase/fake-gateway.js';
import { expect, ROOT, test } from '../../fixtures.js';
import { startSite } from '../../site.js';
import { guideProgram } from './guide-program.js';

const IMPORTS = Object.fromEntries(
  ['index', 'hbase', 'memory', 'shell'].map((name) => [
    name === 'index' ? 'bigtab' : `bigtab/${name}`,
    `/dist/${name}.js`,
  ]),
);

const PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>guide</title><link rel="icon" href="data:,">
<script type="importmap">${JSON.stringify({ imports: IMPORTS })}</script>
</head><body></body></html>`;

test("the guide's program runs in memory, over a browser database and over a cluster behind the proxy", async ({
  context,
}) => {
  const gateway = await createFakeGateway();
  const { url } = await gateway.listen();
  const pages = await startSite({ routes: { '/dist/': join(ROOT, 'dist'), '/page': { html: PAGE } } });
  const proxy = await startHBaseProxy({ gateway: url, listen: '127.0.0.1:0', allowOrigins: [pages.origin] });
  const { code, prints } = guideProgram(proxy.url);
  const { code: script } = await transform(code, { loader: 'ts' });
  const page = await context.newPage();
  const printed: string[] = [];
  page.on('console', (message) => printed.push(message.text()));
  await page.goto(`${pages.origin}/page`);
  await page.evaluate(
    (text) => import(URL.createObjectURL(new Blob([text], { type: 'text/javascript' }))).then(() => {}),
    script,
  );
  expect(printed).toEqual(prints);
  await pages.close();
  await proxy.close();
  await gateway.close();
});
