import type { PaintTask } from '../../ports/compute.ts'
import { drawChart } from './draw-chart.ts'

/** Draws charts and turns them into PNGs, without any font. */
export async function paintCharts({ pictures, scale }: PaintTask): Promise<Uint8Array[]> {
  const { Resvg } = await import('@resvg/resvg-js')
  const options = { fitTo: { mode: 'zoom' as const, value: scale }, font: { loadSystemFonts: false } }
  const paint = (svg: string): Uint8Array => new Resvg(svg, options).render().asPng()
  return (await Promise.all(pictures.map(drawChart))).map(paint)
}
