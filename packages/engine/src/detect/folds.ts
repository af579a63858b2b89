/** Parts of the training that take turns at being left out. */
export const FOLDS = 4
/** Times that the folds take turns over the training. */
const ROUNDS = 4

/** Which part a row belongs to: the training is cut into 16 intervals of neighbouring rows, which are dealt out in turn. */
export function foldOf(row: number, rows: number): number {
  return Math.min(FOLDS * ROUNDS - 1, Math.floor((row * FOLDS * ROUNDS) / rows)) % FOLDS
}

/** The rows inside a part, or with `isInside` false all others. */
export function foldRows(fold: number, rows: number, isInside: boolean): Int32Array {
  const chosen: number[] = []
  for (let row = 0; row < rows; row++) if ((foldOf(row, rows) === fold) === isInside) chosen.push(row)
  return Int32Array.from(chosen)
}
