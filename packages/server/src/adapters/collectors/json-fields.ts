/** Fields of an answer that nobody has checked yet. */
export type JsonObject = Readonly<Record<string, unknown>>

export function asObject(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined
}

export function asArray(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined
}

/** Those of its items that are objects. */
export function asObjects(value: unknown): JsonObject[] | undefined {
  return asArray(value)?.flatMap((item): JsonObject[] => {
    const object = asObject(item)
    return object === undefined ? [] : [object]
  })
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function isTextArray(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}
