import type { Refusals } from './compared.js';

/** The histories of filters that need what the gateway does not carry, and what each of them needs. */
export const REFUSED_HISTORIES: Refusals = {};
