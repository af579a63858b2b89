/** 64-bit numbers are texts in JSON. */
export type Numeric = number | string

const written = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i
const special = /^(NaN|-?Infinity)$/

/** Whether a number is one: in JSON it may be any text. */
export function isNumeric(value: Numeric): boolean {
  if (typeof value === 'number' || special.test(value)) return true
  return written.test(value) && Number.isFinite(Number(value))
}
