/*
 * The parts of Playwright that the kit uses, so that it fits every version of `@playwright/test` and `playwright`.
 */

/** A page of Playwright. */
export interface PageLike {
  goto(address: string): Promise<unknown>;
  evaluate(code: string): Promise<unknown>;
  route(address: string, handler: (route: RouteLike) => Promise<unknown>): Promise<unknown>;
  close(): Promise<void>;
}

/** A request that a test answers. */
export interface RouteLike {
  fulfill(answer: { readonly contentType: string; readonly body: string }): Promise<unknown>;
}

/** A browser context of Playwright. */
export interface ContextLike {
  newPage(): Promise<PageLike>;
}
