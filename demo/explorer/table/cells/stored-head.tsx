/** The head of a table with one stored cell per line, as in HBase's guide. */
export function StoredHead() {
  return (
    <thead>
      <tr>
        <th scope="col">Row key</th>
        <th scope="col">Timestamp</th>
        <th scope="col">Cell</th>
      </tr>
    </thead>
  );
}
