/** Pseudo-random noise between -1 and 1, a function of the number alone. */
export function wobble(k: number): number {
  const x = Math.sin(k * 12.9898 + 78.233) * 43_758.5453
  return 2 * (x - Math.floor(x)) - 1
}
