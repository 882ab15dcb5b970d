import type { Admin } from 'bigtab';
import { useEffect, useState } from 'preact/hooks';
import type { PanelProperties } from './panel.js';

/** The result of `read`, or null before the first one. Reads again after tables were created or dropped. */
export function useAdminRead<T>(panel: PanelProperties, read: (admin: Admin) => Promise<T>): T | null {
  const { connection, notices, tablesVersion } = panel;
  const [found, setFound] = useState<T | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version means other tables; `read` never changes.
  useEffect(() => {
    void notices.attempt(async () => setFound(await read(connection.getAdmin())));
  }, [connection, notices, tablesVersion]);
  return found;
}
