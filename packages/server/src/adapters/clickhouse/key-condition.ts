/** Values of the columns of a key, as whole numbers in text: 64 bits do not fit a number of JavaScript. */
export type Key = readonly string[]

/** Written out column by column, which the store can answer from its index. */
export function isAfter(columns: readonly string[], key: Key | undefined): string {
  if (key === undefined) return '1'
  const [last, ...before] = columns.map((name, index) => ({ name, value: key[index]! })).reverse()
  return before.reduce(
    (inner, { name, value }) => `(${name} > ${value} OR (${name} = ${value} AND ${inner}))`,
    `${last!.name} > ${last!.value}`,
  )
}

export function isUpTo(columns: readonly string[], key: Key): string {
  return `NOT (${isAfter(columns, key)})`
}
