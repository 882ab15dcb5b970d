import { useEffect, useMemo, useRef } from 'preact/hooks';
import { TablePanel } from '../table/table-panel.js';
import type { PanelProperties } from '../ui/panel.js';
import { useStore } from '../ui/store.js';
import './story.css';
import { HistoryGrid } from './history-grid.js';
import { StepList } from './step-list.js';
import type { Steps } from './steps.js';
import { TimeMachine } from './time-machine.js';
import { Timeline } from './timeline.js';
import { WEBTABLE } from './webtable.js';

interface Properties {
  readonly panel: PanelProperties;
  /** False while there is no worker. */
  readonly isOpen: boolean;
  readonly steps: Steps;
}

/** The first screen: a table that the user can change, and a slider through its whole history. */
export function Story({ panel, isOpen, steps }: Properties) {
  const { connection, notices } = panel;
  const machine = useMemo(() => new TimeMachine(notices), [notices]);
  useEffect(() => machine.attach(connection), [machine, connection]);
  const shown = useStore(machine.shown);
  const chosen = useStore(machine.chosen);
  const said = useStore(machine.said);
  const slider = useRef<HTMLInputElement>(null);
  return (
    <section class={chosen === null ? 'story' : 'story past'} aria-labelledby="story-title">
      <h1 id="story-title">A table with a time machine</h1>
      <p class="lead">
        Change something, then drag the slider back to see the table as it was. Everything is stored in this browser,
        and nothing is sent anywhere.
      </p>
      <StepList steps={steps} />
      <p class="unseen" role="status">
        {said}
      </p>
      {shown !== null && (
        <>
          <p class="caption">
            <strong class="seen">{chosen === null ? 'As it is now' : 'As it was'}</strong> Web pages a crawler visited.
            Each row is one page.{shown.history.isCut && ' More rows are below.'}
          </p>
          <HistoryGrid
            machine={machine}
            shown={shown}
            isOpen={isOpen}
            onChanged={() => steps.finish('change')}
            onDeleted={() => {
              steps.finish('delete');
              // The button disappeared with its row. The slider can show the row again.
              slider.current?.focus();
            }}
          />
          <Timeline
            machine={machine}
            shown={shown}
            slider={slider}
            isOpen={isOpen}
            onTravel={() => steps.finish('travel')}
            onRestored={() => {
              steps.finish('restore');
              slider.current?.focus();
            }}
          />
        </>
      )}
      {shown !== null && (
        <div class="inside">
          <h2>Look inside</h2>
          <p class="lead">Every version and every delete in this table, and every way to read them.</p>
          <TablePanel {...panel} table={WEBTABLE.name} />
        </div>
      )}
    </section>
  );
}
