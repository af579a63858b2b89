import type { ChartLine } from '@omen/charts'
import type { RolloutLines, RolloutVerdict } from '@omen/sdk'

interface Labels {
  before: string
  after: string
  control: (ago: number) => string
}

type Values = RolloutLines['values']

/** What was before and what came after as two lines, and what they are compared with as their peers. Empty buckets are left out. */
export const toRolloutLines = (
  { times, bucketMs, values, controls }: RolloutLines,
  at: number,
  verdict: RolloutVerdict,
  labels: Labels,
): ChartLine[] => {
  const line = (id: string, label: string, { min, max }: Values, isMeant: (time: number) => boolean): ChartLine => {
    const present = times.flatMap((time, index) => (max[index] != null && isMeant(time) ? [index] : []))
    return {
      id,
      seriesId: id,
      label,
      stepMs: bucketMs,
      times: present.map((index) => times[index]!),
      min: present.map((index) => min[index] ?? null),
      max: present.map((index) => max[index] ?? null),
    }
  }
  return [
    { ...line('before', labels.before, values, (time) => time < at), colorIndex: 0 },
    {
      ...line('after', labels.after, values, (time) => time >= at),
      ...(verdict === 'worse' ? { tone: 'outlier' as const } : { colorIndex: 1 }),
    },
    ...controls.map((one): ChartLine => {
      const label = labels.control(one.ago)
      return { ...line(`control ${one.ago}`, label, one, () => true), tone: 'peer' }
    }),
  ]
}
