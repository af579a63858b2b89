import type { ChartLine } from '@omen/charts'
import type { PeerGroup, PeerLines } from '@omen/sdk'
import { nameOf } from '../state/outlier-rows.ts'

type Values = (number | null)[]

/**
 * The lines of a group: outliers and a chosen instance over the range in which that one is expected, else the middle of the peers with
 * their band. A bucket without a sample is left out, and drawn as a gap where it is one.
 */
export const toOutlierLines = (
  { times, bucketMs, lines, bands }: PeerLines,
  group: PeerGroup,
  { chosen, middle }: { chosen: string; middle: string },
): ChartLine[] => {
  const drawn = lines.map((line): ChartLine => {
    const band = line.expected ?? bandOf(bands[line.mode], group, line.seriesId)
    const present = times.flatMap((_, index) => (line.max[index] == null ? [] : [index]))
    const pick = (values: Values): Values => present.map((index) => values[index] ?? null)
    return {
      id: line.seriesId,
      seriesId: line.seriesId,
      label: nameOf(line),
      stepMs: bucketMs,
      tone: line.outlier ? 'outlier' : 'peer',
      times: present.map((index) => times[index]!),
      min: pick(line.min),
      max: pick(line.max),
      ...(line.seriesId === chosen && band && { expected: { low: pick(band.low), high: pick(band.high) } }),
    }
  })
  if (lines.some(({ seriesId }) => seriesId === chosen)) return drawn
  const [first, ...others] = bands
  // The bands of several levels at once would be unreadable
  if (first === undefined || others.length > 0) return drawn
  const { low, high } = first
  return [
    ...drawn,
    {
      id: middle,
      seriesId: middle,
      label: middle,
      times,
      min: first.middle,
      max: first.middle,
      expected: { low, high },
      stepMs: bucketMs,
    },
  ]
}

/** Where a peer is expected: the band of its level, moved to where it usually runs. */
function bandOf(band: PeerLines['bands'][number] | undefined, { members, modes }: PeerGroup, seriesId: string) {
  const member = members.find((one) => one.seriesId === seriesId)
  const level = modes[member?.mode ?? 0]?.level
  if (band === undefined || member?.usual === undefined || level == null) return band
  const { offset, slope, widening } = member.usual
  const moved = (bound: Values): Values =>
    bound.map((value, index) => {
      const middle = band.middle[index]
      if (value === null || middle == null) return null
      return level + offset + slope * (middle - level) + widening * (value - middle)
    })
  return { low: moved(band.low), high: moved(band.high) }
}
