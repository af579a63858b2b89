import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { TimeSeriesChart } from '../chart/time-series-chart.tsx'
import { burst, minuteLine, period } from '../testing/chart-fixtures.ts'
import { ChartTable } from './chart-table.tsx'

describe('ChartTable', () => {
  it('has a caption, a header per column and a row per sample', () => {
    const html = renderToStaticMarkup(
      <ChartTable title="cpu" unit="%" lines={[minuteLine('node1', [1, null])]} highlights={[period(0, 0, 4)]} />,
    )
    expect(html).toContain('<caption')
    expect(html.match(/scope="col"/g)).toHaveLength(3)
    expect(html.match(/scope="row"/g)).toHaveLength(2)
    expect(html).toContain('>no data</td>')
    expect(html).toContain('anomaly severity 4, above normal')
  })

  it('shows one page of many', () => {
    const html = renderToStaticMarkup(
      <ChartTable title="cpu" lines={[minuteLine('node1', burst(120))]} pageSize={50} />,
    )
    expect(html.match(/scope="row"/g)).toHaveLength(50)
    expect(html).toContain('Page 1 of 3')
  })

  it('shows a text if there is nothing', () => {
    expect(renderToStaticMarkup(<ChartTable title="cpu" lines={[]} />)).toContain('No data in this range')
  })
})

describe('TimeSeriesChart', () => {
  it('is a labelled control with its keys described, beside a plot that is only decoration', () => {
    const html = renderToStaticMarkup(
      <TimeSeriesChart
        title="cpu"
        width={600}
        lines={[minuteLine('node1', burst())]}
        highlights={[period(60, 69, 7)]}
      />,
    )
    expect(html).toMatch(/role="application"[^>]*aria-label="cpu, 1 line, 1 anomaly period"/)
    const help = html.match(/aria-describedby="([^"]+)"/)?.[1]
    expect(html).toContain(`<span id="${help}" hidden="">Left and right arrows`)
    expect(html).toContain('aria-live="polite"')
    expect(html).toContain('role="presentation"')
  })
})
