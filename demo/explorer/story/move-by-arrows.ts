const MOVES: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** In a table of buttons, the arrow keys move from cell to cell and skip rows without buttons. */
export function moveByArrows(event: KeyboardEvent): void {
  const move = MOVES[event.key];
  const from = (event.target as HTMLElement).closest('button')?.closest<HTMLTableCellElement>('th, td');
  const row = from?.closest('tr');
  const rows = row?.closest('tbody')?.rows;
  if (move === undefined || from == null || row == null || rows === undefined) return;
  const cells = [...rows].map(({ cells }) => [...cells].map((cell) => cell.querySelector('button')));
  const [down, right] = move;
  let [at, column] = [[...rows].indexOf(row) + down, from.cellIndex + right];
  while (cells[at] !== undefined && cells[at]?.[column] == null && down !== 0) at += down;
  const target = cells[at]?.[column];
  if (target == null) return;
  event.preventDefault();
  target.focus();
}
