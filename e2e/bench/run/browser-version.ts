import { SYSTEM_CLOCK } from '../driven/clock.js';
import { limited } from '../driven/limited.js';
import { type SessionPlace, withSession } from './with-session.js';

/** The browser's name and version. */
export function browserVersion(place: SessionPlace): Promise<string> {
  return withSession(place, 'bigtab', async (session) => {
    const page = await limited(session.page(), SYSTEM_CLOCK);
    // The user agent that a page sees contains only the major version.
    const devtools = await page.context().newCDPSession(page);
    const { product } = await devtools.send('Browser.getVersion');
    return `Chromium ${product.split('/')[1] ?? 'of unknown version'}`;
  });
}
