import { Popover, UnstyledButton } from '@mantine/core'
import type { ChartLine } from '@omen/charts'
import { useTranslation } from 'react-i18next'
import { useChartSetup } from '../../ui/chart-setup/use-chart-setup.ts'
import type { Metric } from '../metrics/metric-model.ts'
import styles from './metric-card.module.css'

const namedAtOnce = 6

interface LegendProps {
  metric: Metric
  lines: readonly ChartLine[]
  focus: string | null
  onFocus: (seriesId: string) => void
}

/** Names of the lines; selecting one shows its expected band. */
export const Legend = ({ metric, lines, focus, onFocus }: LegendProps) => {
  const { t } = useTranslation()
  const colorOf = useLineColor(lines)
  if (metric.series.length < 2) return null
  const ordered = [...metric.series].sort(
    (a, b) =>
      Number(b.seriesId === focus) - Number(a.seriesId === focus) ||
      (metric.named.get(b.seriesId) ?? 0) - (metric.named.get(a.seriesId) ?? 0),
  )
  const entry = ({ seriesId, instance }: { seriesId: string; instance: string }) => (
    <UnstyledButton
      key={seriesId}
      className={styles.entry ?? ''}
      aria-pressed={seriesId === focus}
      aria-label={t('analysis.chart.onlyLine', { name: instance })}
      onClick={() => onFocus(seriesId)}
    >
      <span className={styles.swatch} style={{ background: colorOf(seriesId) }} aria-hidden />
      <span className="truncate">{instance}</span>
    </UnstyledButton>
  )
  const rest = ordered.slice(namedAtOnce)
  return (
    <fieldset className={styles.legend} aria-label={t('analysis.chart.lines', { metric: metric.name })}>
      {ordered.slice(0, namedAtOnce).map(entry)}
      {rest.length > 0 && (
        <Popover position="bottom-start" width={240} trapFocus>
          <Popover.Target>
            <UnstyledButton className={styles.entry ?? ''}>
              {t('analysis.chart.moreLines', { count: rest.length })}
            </UnstyledButton>
          </Popover.Target>
          <Popover.Dropdown className={styles.rest ?? ''}>{rest.map(entry)}</Popover.Dropdown>
        </Popover>
      )}
    </fieldset>
  )
}

/** The colours that the chart draws with; a line that is not drawn has the colour of peers. */
const useLineColor = (lines: readonly ChartLine[]): ((seriesId: string) => string) => {
  const { tokens } = useChartSetup()
  return (seriesId) => {
    const line = lines.find((candidate) => candidate.seriesId === seriesId)
    if (line === undefined || line.tone === 'peer') return tokens.peer
    return tokens.lines[(line.colorIndex ?? 0) % tokens.lines.length] ?? tokens.peer
  }
}
