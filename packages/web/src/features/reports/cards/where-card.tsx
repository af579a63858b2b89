import { Button, Select } from '@mantine/core'
import type { ReportShare } from '@omen/sdk'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.ts'
import { Card } from '../../../ui/card/card.tsx'
import styles from '../page/report.module.css'
import own from './where-card.module.css'

const BY = { time: 'shareOfTime', findings: 'shareOfFindings', severity: 'shareOfSeverity' } as const
type By = keyof typeof BY
const FIRST = 6

/** Shares by instance and by metric: of time, of the number of findings, or of their severity. */
export const WhereCard = ({
  byInstance,
  byMetric,
}: {
  byInstance: readonly ReportShare[]
  byMetric: readonly ReportShare[]
}) => {
  const { t } = useTranslation()
  const [measure, setMeasure] = useState<By>('time')
  const choice = (
    <div className={styles.tools}>
      <Select
        className={styles.select ?? ''}
        size="xs"
        aria-label={t('reports.where.by')}
        data={(Object.keys(BY) as By[]).map((name) => ({
          value: name,
          label: t(`reports.where.measures.${name}`),
        }))}
        value={measure}
        onChange={(value) => setMeasure((value ?? 'time') as By)}
        allowDeselect={false}
      />
    </div>
  )
  return (
    <Card title={t('reports.where.title')} aside={choice}>
      <div className={styles.body}>
        {byInstance.length === 0 ? (
          <span className={styles.muted}>{t('reports.where.none')}</span>
        ) : (
          <div className={own.groups}>
            <Shares
              title={t('reports.where.instance')}
              unnamed={t('reports.where.noInstance')}
              shares={byInstance}
              measure={measure}
            />
            <Shares
              title={t('reports.where.metric')}
              unnamed={t('reports.where.logLines')}
              shares={byMetric}
              measure={measure}
            />
          </div>
        )}
      </div>
    </Card>
  )
}

interface SharesProps {
  title: string
  /** What is shown of an empty name. */
  unnamed: string
  shares: readonly ReportShare[]
  measure: By
}

const Shares = ({ title, unnamed, shares, measure }: SharesProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const [isWhole, setWhole] = useState(false)
  const sorted = shares.toSorted((a, b) => b[BY[measure]] - a[BY[measure]])
  const shown = isWhole ? sorted : sorted.slice(0, FIRST)
  const figure = ({ abnormalMs, findings, meanSeverity }: ReportShare): string => {
    if (measure === 'time') return format.hours(abnormalMs)
    if (measure === 'findings') return t('reports.where.findings', { count: findings })
    return t('reports.where.mean', { severity: format.severity(meanSeverity) })
  }
  return (
    <>
      <h3 className={styles.group}>{title}</h3>
      <ul className={own.shares}>
        {shown.map((share) => {
          const name = [share.projectName, share.name === '' ? unnamed : share.name].filter(Boolean).join(' · ')
          return (
            <li key={name} className={own.share}>
              <span className={own.name} title={name}>
                {name}
              </span>
              <span className={own.track} aria-hidden>
                <i style={{ width: `${share[BY[measure]] * 100}%` }} />
              </span>
              <span className={styles.end}>{format.share(share[BY[measure]])}</span>
              <span className={`${styles.end} ${styles.muted}`}>{figure(share)}</span>
            </li>
          )
        })}
      </ul>
      {shares.length > FIRST && (
        <Button size="xs" variant="subtle" onClick={() => setWhole(!isWhole)} aria-expanded={isWhole}>
          {isWhole ? t('reports.incidents.fewer') : t('reports.where.more', { count: shares.length - FIRST })}
        </Button>
      )}
    </>
  )
}
