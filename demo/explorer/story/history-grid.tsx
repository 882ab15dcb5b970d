import { useStore } from '../ui/store.js';
import './history-grid.css';
import { type Column, cellId, type History, type Slot } from './history.js';
import { moveByArrows } from './move-by-arrows.js';
import type { Shown, TimeMachine } from './time-machine.js';
import { ValueCell } from './value-cell.js';

interface Properties {
  readonly machine: TimeMachine;
  readonly shown: Shown;
  /** Whether the database can be written to. */
  readonly isOpen: boolean;
  readonly onChanged: () => void;
  readonly onDeleted: () => void;
}

/** The table at one point in time. Every row that ever existed keeps its place, so that nothing moves. */
export function HistoryGrid({ machine, shown, isOpen, onChanged, onDeleted }: Properties) {
  const chosen = useStore(machine.chosen);
  const { history, asOf } = shown;
  const { columns, slots } = history;
  const isNow = asOf === null && chosen === null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section class="scroll history-grid" aria-label="The table webtable" tabIndex={0}>
      <table class="grid" onKeyDown={moveByArrows}>
        <GridHead columns={columns} />
        <tbody>
          {slots.map((slot) => (
            <SlotRow
              key={slot.id}
              slot={slot}
              shown={shown}
              isOpen={isNow && isOpen}
              onSave={async (column, value) => {
                const done = await machine.change(slot, column, value);
                if (done) onChanged();
                return done;
              }}
              onDelete={async () => {
                if (await machine.deleteRow(slot)) onDeleted();
              }}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function GridHead({ columns }: { columns: History['columns'] }) {
  const families = [...new Set(columns.map(({ family }) => family))];
  return (
    <thead>
      <tr>
        <th scope="col" rowSpan={2} class="key">
          Page
        </th>
        {families.map((family) => (
          <th key={family} scope="colgroup" colSpan={columns.filter((column) => column.family === family).length}>
            {family}
          </th>
        ))}
      </tr>
      <tr>
        {columns.map(({ id, qualifier }) => (
          <th key={id} scope="col" class="qualifier">
            {qualifier}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface SlotProperties {
  readonly slot: Slot;
  readonly shown: Shown;
  readonly isOpen: boolean;
  readonly onSave: (column: Column, value: Uint8Array) => Promise<boolean>;
  readonly onDelete: () => void;
}

function SlotRow({ slot, shown, isOpen, onSave, onDelete }: SlotProperties) {
  const { history, asOf, cells } = shown;
  const { columns, moments } = history;
  const isThere = columns.some(({ id }) => cells.has(cellId(slot.id, id)));
  if (!isThere) {
    const isYoung = asOf !== null && asOf < slot.firstWritten;
    return (
      <tr class={isYoung ? 'gone' : 'gone deleted'}>
        <td class="key">
          <span class="name">{slot.name}</span>
        </td>
        <td colSpan={columns.length}>
          {isYoung ? 'Not written yet.' : 'Deleted.'}
          {asOf === null && <span class="gone-hint"> Drag the slider back to see it.</span>}
        </td>
      </tr>
    );
  }
  const changedAt = asOf ?? moments.at(-1)?.timestamp;
  return (
    <tr data-row={slot.name}>
      <th scope="row" class="key">
        <span class="name" title={slot.name}>
          {slot.name}
        </span>
        {isOpen && (
          <button
            type="button"
            class="quiet danger delete-row"
            aria-label={`Delete row ${slot.name}`}
            onClick={onDelete}
          >
            <TrashIcon />
          </button>
        )}
      </th>
      {columns.map((column) => {
        const cell = cells.get(cellId(slot.id, column.id));
        return (
          <td key={column.id} class={cell !== undefined && cell.timestamp === changedAt ? 'changed' : undefined}>
            <ValueCell
              cell={cell}
              where={`${column.id} of ${slot.name}`}
              isOpen={isOpen}
              onSave={(value) => onSave(column, value)}
            />
          </td>
        );
      })}
    </tr>
  );
}

function TrashIcon() {
  return (
    <svg
      viewBox="0 0 16 16"
      width="16"
      height="16"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      stroke-width="1.4"
    >
      <path d="M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.7 9h6.6l.7-9M6.7 7v4M9.3 7v4" stroke-linecap="round" />
    </svg>
  );
}
