/*
 * The code that a connection to a cluster loads with the first call that is not about rows.
 */
import { PROTOCOL_VERSION as OWN } from '../../service/client-service.js';

/** The module that imports this one at run time compares this number with its own. */
export const PROTOCOL_VERSION: number = OWN;
export { adminMethods } from './admin-methods.js';
