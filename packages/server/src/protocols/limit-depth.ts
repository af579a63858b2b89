/** Levels of a value that are kept: what lies deeper is of no use, and no thread can go through thousands of them. */
export const MAX_LEVELS = 32

/** What a container that lies too deep is replaced by. */
export const TOO_DEEP = '…'

/** The value itself, or a copy without what lies deeper than `levels`. */
export function limitDepth<T>(value: T, levels = MAX_LEVELS): T {
  return (isWithin(value, levels) ? value : cut(value, levels)) as T
}

function isWithin(value: unknown, levels: number): boolean {
  if (!isContainer(value)) return true
  if (levels === 0) return false
  for (const item of Object.values(value)) if (!isWithin(item, levels - 1)) return false
  return true
}

function cut(value: unknown, levels: number): unknown {
  if (!isContainer(value)) return value
  if (levels === 0) return TOO_DEEP
  if (Array.isArray(value)) return value.map((item) => cut(item, levels - 1))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cut(item, levels - 1)]))
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
