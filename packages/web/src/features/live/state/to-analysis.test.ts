import { expect, it } from 'vitest'
import { liveSample } from '../../../testing/live-samples.ts'
import { toAnalysis } from './to-analysis.ts'

it('names a counter by its rate, with the unit of that, as findings do', () => {
  const live = liveSample({ from: 0, to: 60_000 })
  const [first, ...others] = live.series
  const series = [{ ...first!, metric: 'sent_bytes_total', unit: 'B/s', rate: true }, ...others]
  const shown = toAnalysis('shop', { ...live, series }, { isFiltered: false, isMine: true, predictHours: 0 })
  expect(shown.series.slice(0, 2)).toMatchObject([
    { seriesId: first!.seriesId, metric: 'rate(sent_bytes_total)', unit: 'B/s' },
    { metric: others[0]!.metric, unit: '%' },
  ])
})
