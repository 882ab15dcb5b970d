import type { Refusals } from './compared.js';

/** The recorded sessions that need what the gateway does not carry, and what each of them needs. */
export const REFUSED_SESSIONS: Refusals = {};
