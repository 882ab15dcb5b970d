/** Settings of the cluster whose answers are played. */
export const SITE: Readonly<Record<string, string>> = { 'hbase.quota.enabled': 'true' };
