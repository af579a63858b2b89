import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { TimeSeriesChart } from '../chart/time-series-chart.tsx'
import { exportPng, exportSvg } from '../export/export-svg.ts'
import type { ChartSelection, TimeDomain } from '../model/chart-types.ts'
import { burst, minuteLine, period } from './chart-fixtures.ts'

const lines = [
  minuteLine('node1', burst()),
  minuteLine(
    'node2',
    burst().map((value) => value - 12),
  ),
]
const highlights = [period(60, 69, 7, { id: 'burst' }), period(10, 20, -2, { id: 'dip' })]

/** A chart whose time the page holds, and shows late; every time that it asked for is kept in `window.asked`. */
function Held() {
  const [domain, setDomain] = useState<TimeDomain>()
  const onZoom = (next: TimeDomain) => {
    asked.push(next)
    setTimeout(() => setDomain(next), 300)
  }
  return (
    <TimeSeriesChart lines={lines} highlights={highlights} width={600} title="held" domain={domain} onZoom={onZoom} />
  )
}

const asked: TimeDomain[] = []

/** Two charts of a page that share one cursor, and one of its own. */
function Page() {
  const [selection, setSelection] = useState<ChartSelection | null>(null)
  const [chosen, setChosen] = useState('')
  const shared = { lines, highlights, selection, onSelectionChange: setSelection, width: 600, unit: '%' }
  return (
    <>
      <TimeSeriesChart {...shared} title="first" onHighlightClick={setChosen} />
      <TimeSeriesChart {...shared} title="second" />
      <output>{chosen}</output>
      <Held />
    </>
  )
}

Object.assign(window, {
  asked,
  exportSvgText: () => exportSvg(document.querySelector('svg') as SVGSVGElement),
  exportPngSize: async () => (await exportPng(document.querySelector('svg') as SVGSVGElement)).size,
})
createRoot(document.getElementById('root') as HTMLElement).render(<Page />)
