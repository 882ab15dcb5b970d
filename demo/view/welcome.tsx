/** What stands in the middle while no table is chosen. */
export function Welcome() {
  return (
    <section class="welcome">
      <h2>Choose a table</h2>
      <p>
        Rows are sorted by their key. A row has cells in column families; a family takes any column. The engine runs in
        a worker and keeps everything in this browser's own file storage; nothing leaves this device.
      </p>
      <ol>
        <li>Choose a table in the list. It is made at the first click.</li>
        <li>Change a cell, delete a row, add a column that no other row has.</li>
        <li>Reload the page, or kill the worker in the middle of its work. What was saved is there again.</li>
      </ol>
    </section>
  );
}
