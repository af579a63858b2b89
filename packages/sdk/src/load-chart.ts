import type { CallOptions } from './pages.ts'
import { given } from './pages.ts'
import type { Transport } from './transport.ts'
import { settle, toProblem } from './unwrap.ts'

/** A chart as SVG: of one metric, or the findings in lanes if `metric` is omitted. Size in pixels. */
export interface ChartQuery {
  metric?: string | undefined
  from?: number | undefined
  to?: number | undefined
  width?: number | undefined
  height?: number | undefined
  theme?: 'light' | 'dark' | undefined
}

/** The SVG of a detection's chart: the only response that is not JSON, so it has no `success`. */
export async function loadChart(
  { client }: Transport,
  id: string,
  query: ChartQuery,
  options?: CallOptions,
): Promise<string> {
  const init = { params: { path: { id }, query: given(query) }, headers: { Accept: 'image/svg+xml' }, ...options }
  const result = await settle(client.GET('/detections/{id}/chart', { ...init, parseAs: 'text' as const }))
  if (!result.response.ok) throw toProblem(result.response, result.error)
  return result.data ?? ''
}
