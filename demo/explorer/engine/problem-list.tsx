interface Properties {
  readonly id: string;
  readonly title: string;
  /** Sentences. */
  readonly problems: readonly string[];
}

/** What is wrong with the stored data, and what to do. Nothing if there are no problems. */
export function ProblemList({ id, title, problems }: Properties) {
  if (problems.length === 0) return null;
  return (
    <section class="problems" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <ul>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
      <p>
        Everything that can be read is still here, so do not delete this site’s data. Copy what you need, and read{' '}
        <a href="guide/safety.html#if-problems-is-not-empty">what else you can do</a>.
      </p>
    </section>
  );
}
