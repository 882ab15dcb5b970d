/*
 * The code of a page that is loaded while the worker starts. One module, because bundlers split the first file of the page if
 * several modules that are loaded later share code with it.
 */

/** The module that imports this one at run time compares this number with its own. */
export { PROTOCOL_VERSION } from '../../service/client-service.js';
export { askToClose } from '../../tabs/change-request.js';
export { callWorker } from '../calls/control-call.js';
export { Connection } from '../connection.js';
export { Route } from './route.js';
export { readUserFunctions } from './user-functions.js';
export { WorkerTransport } from './worker-transport.js';
