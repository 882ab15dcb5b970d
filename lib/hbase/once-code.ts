/*
 * The code that only a connection with exactlyOnce loads.
 */
import { PROTOCOL_VERSION as OWN } from '../service/client-service.js';

/** The module that imports this one at run time compares this number with its own. */
export const PROTOCOL_VERSION: number = OWN;
export { ExactlyOnce } from './exactly-once.js';
export { withTokenFamily } from './token-family.js';
