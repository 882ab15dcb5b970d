/** Settings of the cluster that returned the recorded answers. */
export const SITE: Readonly<Record<string, string>> = { 'hbase.quota.enabled': 'true' };
