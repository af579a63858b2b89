import { FLAG_WIDTH } from '../flags/place-flags.ts'
import type { ChartFlag, ChartSelection } from '../model/chart-types.ts'
import { stepOf } from '../model/sample-lookup.ts'
import type { PlotModel } from '../plot/plot-model.ts'

/** The flags at the selected sample: those that no other sample is nearer to, and those that cover its place. */
export function momentFlags(model: PlotModel, { x, seriesName }: ChartSelection): readonly ChartFlag[] {
  if (model.flags.length === 0) return []
  const line = model.lines.find((drawn) => drawn.line.id === seriesName)?.line
  const place = model.xOf(x)
  const half = line === undefined ? 0 : (model.xOf(x + stepOf(line)) - place) / 2
  const reach = Math.max(FLAG_WIDTH, half)
  return model.flags.flatMap((one) => (Math.abs(one.x - place) <= reach ? one.flags : []))
}
