export const tipWidth = 300

/** Beside the pointer, on the side with room. */
export const tipLeft = (x: number, width: number): number =>
  x + 16 + tipWidth > width ? Math.max(0, x - 16 - tipWidth) : x + 16
