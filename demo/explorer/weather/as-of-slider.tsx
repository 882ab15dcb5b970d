import { inDay, isoDay, parseDay } from './days.js';
import { DAY_MS, FIRST_DAY, LAST_DAY } from './weather.js';

interface Properties {
  /** The chosen day. */
  readonly value: number;
  readonly onChange: (day: number) => void;
}

/** Chooses a day with the mouse, with the arrow keys, or by its date. */
export function AsOfSlider({ value, onChange }: Properties) {
  return (
    <div class="as-of">
      <label for="weather-as-of">As of</label>
      <strong>{inDay(value)}</strong>
      <input
        type="date"
        aria-label="Day"
        min={isoDay(FIRST_DAY)}
        max={isoDay(LAST_DAY)}
        value={isoDay(value)}
        onChange={(event) => {
          const day = parseDay(event.currentTarget.value);
          if (day !== null) onChange(day);
        }}
      />
      <input
        id="weather-as-of"
        type="range"
        min={FIRST_DAY}
        max={LAST_DAY}
        step={DAY_MS}
        value={value}
        aria-valuetext={inDay(value)}
        onInput={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
    </div>
  );
}
