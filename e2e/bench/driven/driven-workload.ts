import type { StoreName } from '../stores/store-names.js';
import type { Figure } from '../workloads/figures.js';
import type { Session } from './session.js';

/** A workload that controls the browser from outside. */
export type DrivenWorkload = (
  session: Session,
  store: StoreName,
  cells: number,
) => Promise<Partial<Record<Figure, number>>>;
