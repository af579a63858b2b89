import { ActionIcon, Tooltip } from '@mantine/core'
import { namedSeries } from '@omen/charts'
import type { Detection, Period } from '@omen/sdk'
import { describeRarity } from '@omen/sdk/rules'
import { IconChevronLeft, IconChevronRight, IconX, IconZoomIn } from '@tabler/icons-react'
import { useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format/use-format.ts'
import { SeverityMark } from '../../ui/severity/severity-mark.tsx'
import { useSeverityWords } from '../../ui/severity/use-severity-words.ts'
import { periodIdAtom } from '../state/period-atom.ts'
import { zoomAtom } from '../state/range-atoms.ts'
import { around } from '../state/zoom-history.ts'
import { VerdictButtons } from '../verdict/verdict-buttons.tsx'
import { type Contribution, contributions, neighbour, periodDuration } from './period-model.ts'
import styles from './side-panel.module.css'

const shownContributions = 5

/** One period: its sentence, its series, and the verdict on it. */
export const PeriodDetail = ({ detection, period }: { detection: Detection; period: Period }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useSeverityWords()
  const parts = contributions(period, detection)
  const rarity = describeRarity(period.probability, detection.intervalMs, format.locale === 'zh-CN' ? 'zh-CN' : 'en')
  const shown = Math.min(namedSeries(period).length, shownContributions)
  return (
    <section
      className={styles.detail}
      aria-label={t('analysis.periods.open', { number: period.number, sentence: '' })}
      aria-live="polite"
    >
      <div className={styles.detailHead}>
        <span className={styles.number}>{period.number}</span>
        <SeverityMark val={period.val} isMissingValue={period.isMissingValue} words={words} />
        <span className="muted small">{t(`analysis.kinds.${period.kind}`)}</span>
        <Tools detection={detection} period={period} />
      </div>
      <p className={styles.story}>{period.sentence}</p>
      <div className="small muted" data-tabular>
        {format.span(period.start, period.end)} · {format.duration(periodDuration(period, detection.intervalMs))}
        {rarity !== undefined && <div>{t('analysis.periods.rarity', { rarity })}</div>}
      </div>
      {parts.length > 0 && (
        <ul className={styles.shares} aria-label={t('analysis.periods.shares')}>
          {parts.slice(0, shown).map((part) => (
            <Part key={part.seriesId} part={part} />
          ))}
          {parts.length > shown && (
            <li className="muted">{t('analysis.periods.andMore', { count: parts.length - shown })}</li>
          )}
        </ul>
      )}
      <VerdictButtons detection={detection} period={period} />
    </section>
  )
}

const Part = ({ part }: { part: Contribution }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const written = (value: number) => `${format.number(value, 3)}${part.unit === '' ? '' : ` ${part.unit}`}`
  return (
    <li>
      <div className="row-between" style={{ flexWrap: 'nowrap' }}>
        <span className="truncate" title={part.label}>
          {part.label} {part.side !== 0 && <span aria-hidden>{part.side > 0 ? '▲' : '▼'}</span>}
        </span>
        <span data-tabular>{format.share(part.share)}</span>
      </div>
      <div className={styles.shareBar} style={{ width: `${Math.max(part.share * 100, 1)}%` }} />
      {part.peak !== null && part.expected !== null && (
        <span className="tiny muted">
          {t('analysis.periods.peak', { peak: written(part.peak), expected: written(part.expected) })}
        </span>
      )}
    </li>
  )
}

const Tools = ({ detection, period }: { detection: Detection; period: Period }) => {
  const { t } = useTranslation()
  const setPeriodId = useSetAtom(periodIdAtom)
  const zoom = useSetAtom(zoomAtom)
  const full = { from: detection.from, to: detection.to }
  const before = neighbour(detection.periods, period.id, -1)
  const after = neighbour(detection.periods, period.id, 1)
  return (
    <span className={styles.tools}>
      <Tool
        label={t('analysis.periods.previous')}
        isOff={before === null}
        onClick={() => before && setPeriodId(before.id)}
      >
        <IconChevronLeft size={16} />
      </Tool>
      <Tool label={t('analysis.periods.next')} isOff={after === null} onClick={() => after && setPeriodId(after.id)}>
        <IconChevronRight size={16} />
      </Tool>
      <Tool label={t('analysis.periods.zoom')} onClick={() => zoom(full, around(period, full), 'key')}>
        <IconZoomIn size={16} />
      </Tool>
      <Tool label={t('analysis.periods.close')} onClick={() => setPeriodId('')}>
        <IconX size={16} />
      </Tool>
    </span>
  )
}

interface ToolProps {
  label: string
  isOff?: boolean
  onClick: () => void
  children: ReactNode
}

const Tool = ({ label, isOff = false, onClick, children }: ToolProps) => (
  <Tooltip label={label}>
    <ActionIcon size={26} aria-label={label} disabled={isOff} onClick={onClick}>
      {children}
    </ActionIcon>
  </Tooltip>
)
