/** The head of a table with a stored cell on each line, as HBase's guide draws it. */
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
