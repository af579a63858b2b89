/** A chart in a text: of a series, in a time. */
export interface FigureOf {
  seriesId: string
  from: number
  to: number
}

/** What an address such as `omen:series?id=cpu%5Bnode3%5D&from=…&to=…` names; null for any other. */
export const figureOf = (address: string): FigureOf | null => {
  if (!address.startsWith('omen:series?')) return null
  const fields = new URLSearchParams(address.slice(address.indexOf('?') + 1))
  const [seriesId, from, to] = [fields.get('id') ?? '', Number(fields.get('from')), Number(fields.get('to'))]
  return seriesId !== '' && Number.isFinite(from) && from < to ? { seriesId, from, to } : null
}

/** The Markdown of a chart. */
export const figureMarkdown = (name: string, { seriesId, from, to }: FigureOf): string => {
  const text = name.replace(/[[\]\\]/g, '\\$&')
  // Parentheses would end the address
  const id = encodeURIComponent(seriesId).replace(/[()']/g, (one) => `%${one.charCodeAt(0).toString(16)}`)
  return `![${text}](omen:series?id=${id}&from=${Math.round(from)}&to=${Math.round(to)})`
}

/** Metric and instance of a series that is named as `metric[instance]`. */
export const partsOfSeries = (seriesId: string): { metric: string; instance: string } => {
  const [, metric, instance] = /^(.*)\[([^[\]]*)\]$/s.exec(seriesId) ?? []
  return { metric: metric ?? seriesId, instance: instance ?? '' }
}
