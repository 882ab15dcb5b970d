import { errorFromData } from '../../service/error-handler.js';
import type { Outcome, PageKit } from './page-kit.js';
import type { PageLike } from './playwright-types.js';

/** Where a page keeps the kit. */
const KIT = "globalThis[Symbol.for('bigtab.kit')]";

/** Calls a method of the kit in a page, which gets the kit at the first call. Rejects with the error of the method. */
export async function callPage<M extends keyof PageKit>(
  page: PageLike,
  method: M,
  ...args: Parameters<PageKit[M]>
): Promise<Awaited<ReturnType<PageKit[M]>>> {
  const code = `${KIT}?.call(${JSON.stringify(method)}, ${JSON.stringify(args)}) ?? null`;
  let outcome = (await page.evaluate(code)) as Outcome | null;
  if (outcome === null) {
    const { source } = await import('./page-script.js');
    await page.evaluate(`(() => { ${source}\n${KIT} = bigtabKit; })()`);
    outcome = (await page.evaluate(code)) as Outcome;
  }
  if ('error' in outcome) throw errorFromData(outcome.error);
  return outcome.value as Awaited<ReturnType<PageKit[M]>>;
}
