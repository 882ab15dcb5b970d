import type { RefObject } from 'preact';
import { useStore } from '../ui/store.js';
import './timeline.css';
import type { Moment } from './history.js';
import { dayInWords, momentInShort, momentInWords } from './moment-words.js';
import type { Shown, TimeMachine } from './time-machine.js';

interface Properties {
  readonly machine: TimeMachine;
  readonly shown: Shown;
  readonly slider: RefObject<HTMLInputElement | null>;
  readonly isOpen: boolean;
  readonly onTravel: () => void;
  readonly onRestored: () => void;
}

/** A tick for each point in time at which something was written, and a slider that moves between them. */
export function Timeline({ machine, shown, slider, isOpen, onTravel, onRestored }: Properties) {
  const chosen = useStore(machine.chosen);
  const { moments } = shown.history;
  const last = Math.max(moments.length - 1, 0);
  const found = chosen === null ? -1 : moments.findLastIndex(({ timestamp }) => timestamp <= chosen);
  const at = found === -1 ? last : found;
  const moment = moments[at];
  const isNow = chosen === null;
  const inWords = (write: (timestamp: number) => string) =>
    isNow || moment === undefined ? 'Now' : write(moment.timestamp);
  const isReady = !isNow && isOpen && shown.asOf === chosen;

  const goTo = (index: number) => {
    const target = moments[index];
    if (target === undefined) return;
    if (index < last) onTravel();
    void machine.goTo(target.timestamp);
  };
  const restore = async () => {
    if (await machine.restore()) onRestored();
  };
  return (
    <section class="timeline" aria-label="Timeline">
      <div class="moment">
        <p class="when">{inWords(momentInShort)}</p>
        <p class="what">
          {isNow ? 'Last change: ' : ''}
          {moment?.what}
        </p>
      </div>
      <div class="moment-buttons">
        <button type="button" aria-disabled={isNow} onClick={() => !isNow && void machine.goToNow()}>
          Back to now
        </button>
        <button type="button" class="main" aria-disabled={!isReady} onClick={() => isReady && void restore()}>
          Restore
        </button>
      </div>
      <Track
        moments={moments}
        at={at}
        inWords={isNow ? 'Now' : `${inWords(momentInWords)}. ${moment?.what}`}
        slider={slider}
        onGoTo={goTo}
      />
      <p class="legend">
        <i class="tick write" /> written <i class="tick delete" /> deleted <i class="mark" /> changed at this time
      </p>
    </section>
  );
}

interface TrackProperties extends Pick<Properties, 'slider'> {
  readonly moments: readonly Moment[];
  /** The index of the shown moment. */
  readonly at: number;
  /** The shown moment, for screen readers. */
  readonly inWords: string;
  readonly onGoTo: (index: number) => void;
}

/** The ticks with the slider, and the names of the days below them. */
function Track({ moments, at, inWords, slider, onGoTo }: TrackProperties) {
  const last = Math.max(moments.length - 1, 0);
  const placeOf = (index: number) => ({ '--at': last === 0 ? 1 : index / last });
  return (
    <>
      <div class="track">
        <div class="ticks" aria-hidden="true">
          {moments.map(({ timestamp, kind }, index) => (
            <span key={timestamp} class={`tick ${kind}${index <= at ? ' reached' : ''}`} style={placeOf(index)} />
          ))}
        </div>
        <input
          ref={slider}
          type="range"
          aria-label="Show the table as of"
          aria-valuetext={inWords}
          min={0}
          max={last}
          step={1}
          value={at}
          style={placeOf(at)}
          onInput={(event) => onGoTo(event.currentTarget.valueAsNumber)}
        />
      </div>
      <div class="days" aria-hidden="true">
        {daysOf(moments).map(({ index, day }) => (
          <span key={index} class={index === 0 ? 'first' : undefined} style={{ '--at': index / Math.max(last, 1) }}>
            {day}
          </span>
        ))}
        <span class="last">Now</span>
      </div>
    </>
  );
}

/** The distance between the names of two days, large enough for the narrowest window. */
const DAY_WIDTH = 0.23;

/** The names of days below the ticks, each only once and only where there is space. `Now` is at the right end. */
function daysOf(moments: readonly Moment[]): { readonly index: number; readonly day: string }[] {
  const named: { index: number; day: string }[] = [];
  const step = 1 / Math.max(moments.length - 1, 1);
  for (const [index, { timestamp }] of moments.entries()) {
    const day = dayInWords(timestamp);
    const before = named.at(-1);
    const isFar = before === undefined || (index - before.index) * step >= DAY_WIDTH;
    if (isFar && day !== before?.day && index * step <= 1 - DAY_WIDTH) named.push({ index, day });
  }
  return named;
}
