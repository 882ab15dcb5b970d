import { expect, test } from '../fixtures.js';
import { openDemo } from './demo-page.js';

test('the built explorer runs under a policy that allows only its own files', async ({ context, site }) => {
  const { page, problems } = await openDemo(context, site.origin);
  const policy = page.locator('meta[http-equiv="Content-Security-Policy"]');
  await expect(policy).toHaveAttribute('content', /^default-src 'none'; script-src 'self'; worker-src 'self';/);
  expect(problems).toEqual([]);
  const refused = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective));
        const script = document.createElement('script');
        script.textContent = 'document.title = "changed"';
        document.head.append(script);
      }),
  );
  expect(refused).toBe('script-src-elem');
  await expect(page).not.toHaveTitle('changed');
});

test('a page of the guide allows only its style and pictures', async ({ page, site }) => {
  await page.goto(`${site.origin}/guide/`);
  const policy = page.locator('meta[http-equiv="Content-Security-Policy"]');
  await expect(policy).toHaveAttribute('content', /^default-src 'none'; style-src 'self'; img-src 'self';/);
});
