import { valueAt } from '../model/sample-lookup.ts'
import type { ChartData } from '../table/table-rows.ts'

/** What a chart shows as indented JSON: the lines' samples inside its domain, and its periods. */
export function toJson(data: ChartData): string {
  const { lines, highlights = [], domain, unit } = data
  const isShown = (t: number) => !domain || (t >= domain.from && t <= domain.to)
  const shown = lines.map((line) => {
    const at = Array.from(line.times, (_, i) => i).filter((i) => isShown(line.times[i]!))
    const pick = (values: Parameters<typeof valueAt>[0]) => at.map((i) => valueAt(values, i))
    return {
      id: line.id,
      label: line.label,
      seriesId: line.seriesId,
      times: at.map((i) => line.times[i]!),
      min: pick(line.min),
      max: pick(line.max),
      ...(line.expected ? { expected: { low: pick(line.expected.low), high: pick(line.expected.high) } } : {}),
      ...(line.score ? { score: pick(line.score) } : {}),
      flagged: (line.flagged ?? []).filter((point) => isShown(point.t)),
    }
  })
  const periods = highlights.filter((h) => !domain || (h.end >= domain.from && h.start <= domain.to))
  return JSON.stringify({ unit, domain, lines: shown, periods }, null, 2)
}
