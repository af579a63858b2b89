import { Menu, UnstyledButton } from '@mantine/core'
import type { ChartLine, InstanceSeries } from '@omen/charts'
import { IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useChartSetup } from '../../ui/chart-setup/use-chart-setup.ts'
import styles from './chart-card.module.css'

export interface LegendProps {
  /** A line for each of its series. */
  metric: { name: string; series: readonly InstanceSeries[] }
  lines: readonly ChartLine[]
  focus: string | null
  /** With what the grey lines and the band are; else the name alone. */
  isFull: boolean
  onFocus: (seriesId: string) => void
}

/** The line in focus, to be changed in a menu, and what else is drawn. */
export const Legend = ({ metric, lines, focus, isFull, onFocus }: LegendProps) => {
  const { t } = useTranslation()
  const { tokens } = useChartSetup()
  const shown = metric.series.find(({ seriesId }) => seriesId === focus)
  const hasForecast = lines.some(({ tone }) => tone === 'forecast')
  const peers = lines.filter(({ id, tone }) => id !== focus && tone !== 'forecast').length
  const hasBand = lines.some(({ id, expected }) => id === focus && expected !== undefined)
  const name = shown?.instance || metric.name
  return (
    <span className={styles.legend}>
      {metric.series.length > 1 && (
        <Menu position="bottom-end" width={220}>
          <Menu.Target>
            <UnstyledButton
              className={styles.focus ?? ''}
              aria-label={t('analysis.chart.lineOf', { metric: metric.name, name })}
            >
              {isFull && <span className={styles.swatch} style={{ background: tokens.text }} aria-hidden />}
              <span className="truncate">{name}</span>
              <IconChevronDown size={12} className={styles.chevron} aria-hidden />
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown className={styles.lines ?? ''}>
            {metric.series.map(({ seriesId, instance }) => (
              <Menu.Item
                key={seriesId}
                role="menuitemradio"
                aria-checked={seriesId === focus}
                fw={seriesId === focus ? 600 : 400}
                onClick={() => onFocus(seriesId)}
              >
                {instance || seriesId}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {isFull && peers > 0 && (
        <span className={styles.entry}>
          <span className={styles.swatch} style={{ background: tokens.peer }} aria-hidden />
          {peers < metric.series.length - 1
            ? t('analysis.chart.peersOf', { shown: peers, all: metric.series.length - 1 })
            : t('analysis.chart.peers', { count: peers })}
        </span>
      )}
      {isFull && hasBand && (
        <span className={styles.entry}>
          <span className={styles.bandSwatch} aria-hidden />
          {t('analysis.chart.band')}
        </span>
      )}
      {isFull && hasForecast && (
        <span className={styles.entry}>
          <span
            className={styles.bandSwatch}
            style={{ background: tokens.prediction, opacity: tokens.predictionOpacity }}
            aria-hidden
          />
          {t('analysis.chart.forecast')}
        </span>
      )}
    </span>
  )
}
