/** Parts one after the other; one that is alone stays as it is. */
export function joinArrays<T extends Float64Array | Float32Array | Int8Array>(parts: readonly T[]): T {
  const [first] = parts
  if (first === undefined) throw new RangeError('there is nothing to join')
  if (parts.length === 1) return first
  const whole = new (first.constructor as new (length: number) => T)(
    parts.reduce((length, part) => length + part.length, 0),
  )
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
