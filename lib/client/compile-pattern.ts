import { PROTOCOL_VERSION as OWN } from '../service/client-service.js';

/**
 * What fetches this module compares it with its own. As a number of this module: what is fetched shares no code with a
 * page's first file, which would be cut in two.
 */
export const PROTOCOL_VERSION: number = OWN;
export { compileRegex } from '../regex/compile-regex.js';
