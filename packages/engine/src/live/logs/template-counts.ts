/** Lines of rows by all that they are asked for: columns of the same length. `times` are the beginnings of rows; template 0 is none. */
export type TemplateCounts = {
  readonly times: Float64Array
  readonly templates: Uint32Array
  readonly severities: Uint8Array
  readonly instances: readonly string[]
  readonly services: readonly string[]
  readonly counts: Uint32Array
}

type Counted = { templateId: number; severity: number; instance: string; service: string; count: number }

/** Counts the lines of rows until they are closed. */
export type TemplateCounter = {
  add(index: number, line: Omit<Counted, 'count'>): void
  /** Takes rows out; ids are given as what they have become. */
  close(indices: readonly number[], resolve: (templateId: number) => number): TemplateCounts
}

/** `index` is the number of a row of `stepMs`. */
export function createTemplateCounter(stepMs: number): TemplateCounter {
  const rows = new Map<number, Map<string, Counted>>()
  const rowAt = (index: number): Map<string, Counted> => {
    const known = rows.get(index)
    if (known) return known
    const made = new Map<string, Counted>()
    rows.set(index, made)
    return made
  }
  return {
    add: (index, line) => addLine(rowAt(index), line, 1),
    close(indices, resolve) {
      const found: [time: number, Counted][] = []
      for (const index of indices) {
        const row = new Map<string, Counted>()
        // Two templates may have become one since
        for (const one of rows.get(index)?.values() ?? [])
          addLine(row, { ...one, templateId: resolve(one.templateId) }, one.count)
        rows.delete(index)
        for (const one of row.values()) found.push([index * stepMs, one])
      }
      return {
        times: Float64Array.from(found, ([time]) => time),
        templates: Uint32Array.from(found, ([, { templateId }]) => templateId),
        severities: Uint8Array.from(found, ([, { severity }]) => severity),
        instances: found.map(([, { instance }]) => instance),
        services: found.map(([, { service }]) => service),
        counts: Uint32Array.from(found, ([, { count }]) => count),
      }
    },
  }
}

function addLine(row: Map<string, Counted>, line: Omit<Counted, 'count'>, count: number): void {
  const { templateId, severity, instance, service } = line
  const key = `${templateId} ${severity} ${instance}\n${service}`
  const known = row.get(key)
  if (known) known.count += count
  else row.set(key, { templateId, severity, instance, service, count })
}
