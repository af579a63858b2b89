import { nameOnInstance } from '@omen/engine'
import type { DrawTask } from '../../../ports/compute.ts'
import type { IncidentDetail } from '../../../schema/wire-types.ts'
import type { Context } from '../../context.ts'
import type { Locale } from '../../errors.ts'
import type { FigureValues } from './read-figures.ts'

const [width, height] = [860, 220]

/** The charts of a text as SVG, to be seen on white as on dark. */
export async function drawFigures(
  ctx: Pick<Context, 'compute'>,
  figures: ReadonlyMap<string, FigureValues>,
  detail: Pick<IncidentDetail, 'incident' | 'source'>,
  locale: Locale,
): Promise<ReadonlyMap<string, string>> {
  const drawn = [...figures].map(async ([address, values]) => {
    return [address, await ctx.compute.draw(toDraw(values, detail, locale))] as const
  })
  return new Map(await Promise.all(drawn))
}

function toDraw(
  { figure: { from, to }, times, line }: FigureValues,
  { incident: { onset, end, val }, source }: Pick<IncidentDetail, 'incident' | 'source'>,
  locale: Locale,
): DrawTask {
  const { seriesId, unit, min, max, low, high } = line
  const title = nameOnInstance(line, locale)
  const props = {
    width,
    height,
    title,
    domain: { from, to },
    latestDataTimestamp: to,
    timeZone: source.timeZone,
    lines: [{ id: seriesId, label: title, seriesId, times, min, max, expected: { low, high } }],
    highlights: [{ start: onset, end: end ?? to, val: val ?? 1, isMissingValue: val === null }],
    ...(unit !== null && { unit }),
  }
  return { locale, theme: 'neutral', picture: { kind: 'metric', props } }
}
