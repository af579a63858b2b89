/** A hint stands under its field. */
export const inputOrder: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

/** The value of a field for numbers, which is a text while it is typed. */
export const numberOr = (value: number | string, fallback: number): number => {
  const number = value === '' ? Number.NaN : Number(value)
  return Number.isNaN(number) ? fallback : number
}

/** The value of a field that may be left empty. */
export const numberOrNone = (value: number | string): number | undefined => {
  const number = value === '' ? Number.NaN : Number(value)
  return Number.isNaN(number) ? undefined : number
}
