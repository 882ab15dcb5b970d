import { Bytes, type Connection } from 'bigtab';
import { type CellVersions, readCellVersions } from '../table/views/cell-versions.js';
import { Latest } from '../ui/latest.js';
import { nullIfMissing } from '../ui/missing-table.js';
import { onNewEngine } from '../ui/on-new-engine.js';
import { Store } from '../ui/store.js';
import { FAMILY, FIRST_DAY, MEASURES, type Measure, WEATHER } from './weather.js';

/** A cell of the table. */
export interface ChosenCell {
  readonly station: string;
  readonly measure: Measure;
}

/** The table as of one timestamp. */
export interface WeatherAt {
  readonly asOf: number;
  readonly stations: readonly {
    readonly station: string;
    readonly values: Readonly<Partial<Record<Measure, string>>>;
  }[];
  /** The duration of the read, from the page to the engine and back. */
  readonly ms: number;
}

/** The versions of a cell. */
export interface CellLine extends Pick<CellVersions, 'line'> {
  readonly cell: ChosenCell;
}

/** Reads the table as of a timestamp, and the versions of one cell, and reads both again after each write. */
export class WeatherReader {
  readonly at: Store<WeatherAt | null> = new Store<WeatherAt | null>(null);
  readonly line: Store<CellLine | null> = new Store<CellLine | null>(null);
  private readonly onError: (error: unknown) => void;
  private connection: Connection | null = null;
  private asOf: number = FIRST_DAY;
  private cell: ChosenCell | null = null;
  private readonly readAt = new Latest(() => this.readStations());
  private readonly readLine = new Latest(() => this.readVersions());

  constructor(onError: (error: unknown) => void) {
    this.onError = onError;
  }

  /** Reads from this connection. Returns a function that ends this. */
  attach(connection: Connection): () => void {
    const onCommit = ({ table }: { readonly table: string }) => {
      if (table === WEATHER.descriptor.name) this.refresh();
    };
    this.connection = connection;
    connection.addEventListener('commit', onCommit);
    const endRole = onNewEngine(connection, () => this.refresh());
    this.refresh();
    return () => {
      connection.removeEventListener('commit', onCommit);
      endRole();
      if (this.connection === connection) this.connection = null;
    };
  }

  show(asOf: number): void {
    this.asOf = asOf;
    this.tell(this.readAt.run());
  }

  choose(cell: ChosenCell): void {
    this.cell = cell;
    this.tell(this.readLine.run());
  }

  private refresh(): void {
    this.tell(this.readAt.run());
    this.tell(this.readLine.run());
  }

  private tell(reading: Promise<void>): void {
    reading.catch((error) => this.onError(error));
  }

  private async readStations(): Promise<void> {
    const { connection, asOf } = this;
    if (connection === null) return;
    const table = connection.getTable(WEATHER.descriptor.name);
    const begin = performance.now();
    const rows = await table
      .getScanner({ columns: [FAMILY], asOf })
      .toArray()
      .catch(nullIfMissing);
    const ms = performance.now() - begin;
    const stations = rows?.map((row) => {
      const read = MEASURES.map((measure) => [measure, row.getText(FAMILY, measure)] as const);
      return {
        station: Bytes.toText(row.row) ?? '',
        values: Object.fromEntries(read.filter(([, value]) => value !== null)),
      };
    });
    this.at.set(stations === undefined ? null : { asOf, stations, ms });
  }

  private async readVersions(): Promise<void> {
    const { connection, cell } = this;
    if (connection === null || cell === null) return;
    const address = { row: cell.station, family: FAMILY, qualifier: cell.measure };
    const found = await readCellVersions(connection.getTable(WEATHER.descriptor.name), address).catch(nullIfMissing);
    this.line.set(found === null ? null : { cell, line: found.line });
  }
}
