import type { Page } from 'playwright/test';
import { type Acknowledged, BURST, SHARED } from './in-page-tab.js';

/** The calls of one tab, from one connect to its end. */
interface Life {
  begun: number;
  /** Its page ended while calls were open. */
  ended: boolean;
  own: number;
  readonly rows: Set<string>;
  /** The bursts whose answers were reported, by their first call. */
  readonly noted: Set<number>;
}

/** The test's own record of what each tab began and what was acknowledged to it. */
export class TabRecord {
  readonly complaints: string[] = [];
  acknowledged = 0;
  private readonly lives = new Map<string, Life>();
  private readonly shared = new Set<number>();

  /** Lets a page report. */
  async listen(page: Page): Promise<void> {
    await page.exposeFunction('announce', (tab: string, first: number) => {
      const life = this.life(tab);
      life.begun = Math.max(life.begun, first + BURST);
    });
    await page.exposeFunction('acknowledge', (tab: string, first: number, done: readonly Acknowledged[]) =>
      this.note(tab, first, done),
    );
    await page.exposeFunction('complain', (what: string) => {
      this.complaints.push(what);
    });
  }

  begin(tab: string): void {
    this.lives.set(tab, { begun: 0, ended: false, own: 0, rows: new Set(), noted: new Set() });
  }

  end(tab: string): void {
    this.life(tab).ended = true;
  }

  /** What differs between the record and what is stored. A tab that ended may have done more than it could report. */
  compare(counts: Readonly<Record<string, number>>, rows: readonly string[]): readonly string[] {
    const wrong = [...this.complaints];
    const within = (what: string, found: number, least: number, most: number) => {
      if (found < least || found > most) wrong.push(`${what}: ${found}, not ${least} to ${most}`);
    };
    let open = 0;
    const stored = new Set(rows);
    for (const [tab, { begun, ended, own, rows: put }] of this.lives) {
      const third = begun / 3;
      within(`counter of ${tab}`, counts[tab] ?? 0, own, ended ? third : own);
      const missing = [...put].filter((row) => !stored.has(row));
      if (missing.length > 0) wrong.push(`lost: ${missing.join(', ')}`);
      within(
        `rows of ${tab}`,
        rows.filter((row) => row.startsWith(`${tab}/`)).length,
        put.size,
        ended ? third : put.size,
      );
      if (!ended && own !== third) wrong.push(`${tab} has ${own} answers to ${third} increments`);
      if (ended) open += third;
    }
    const { size } = this.shared;
    within('shared counter', counts[SHARED] ?? 0, size, size + open);
    return wrong;
  }

  private note(tab: string, first: number, done: readonly Acknowledged[]): void {
    const life = this.life(tab);
    if (life.noted.has(first)) return;
    life.noted.add(first);
    this.acknowledged += done.length;
    for (const call of done) {
      if (call.kind === 'own') life.own++;
      else if (call.kind === 'put') life.rows.add(call.row);
      else if (this.shared.has(call.value)) this.complaints.push(`two increments returned ${call.value}`);
      else this.shared.add(call.value);
    }
  }

  private life(tab: string): Life {
    const life = this.lives.get(tab);
    if (life === undefined) throw new Error(`${tab} was not begun`);
    return life;
  }
}
