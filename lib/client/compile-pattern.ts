import { PROTOCOL_VERSION as OWN } from '../service/client-service.js';

/**
 * The module that imports this one at run time compares this number with its own. The number is a constant of this
 * module: if a page's first file shared code with a module that is loaded later, the bundler would split that file.
 */
export const PROTOCOL_VERSION: number = OWN;
export { compileRegex } from '../regex/compile-regex.js';
