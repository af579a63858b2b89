const fewestSlots = 1024
const mostSlots = 65_536

/** What was found for messages of a form, see line-shape.ts; of two forms for one slot the later stays. NaN has no slot. */
export type ShapeCache<Value> = {
  get(shape: number): Value | undefined
  set(shape: number, value: Value): void
  clear(): void
}

/** A megabyte at most, without an object for each entry, so that forms that never come again cost nothing to collect. */
export function createShapeCache<Value>(): ShapeCache<Value> {
  let keys = new Float64Array(fewestSlots)
  let values: (Value | undefined)[] = []
  let written = 0
  const slotOf = (shape: number): number => shape & (keys.length - 1)
  return {
    get(shape) {
      const slot = slotOf(shape)
      return keys[slot] === shape ? values[slot] : undefined
    },
    set(shape, value) {
      if (Number.isNaN(shape)) return
      if (written++ >= keys.length && keys.length < mostSlots) {
        keys = new Float64Array(keys.length * 4)
        values = new Array(keys.length)
        written = 0
      }
      keys[slotOf(shape)] = shape
      values[slotOf(shape)] = value
    },
    clear() {
      keys.fill(0)
      values = []
      written = 0
    },
  }
}
