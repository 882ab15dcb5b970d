/** Rules that no test names, each with its reason. A test fails for a rule that is listed needlessly. */
export const UNTESTED_RULES: Readonly<Record<string, string>> = {};
