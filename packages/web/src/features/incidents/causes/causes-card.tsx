import { Button } from '@mantine/core'
import type { IncidentCause, IncidentChange, IncidentDetail } from '@omen/sdk'
import { IconFileText, IconFlag3 } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { findingSentence } from '../../../findings/incidents/incident-model.ts'
import { seriesTitle } from '../../../lib/format/series-title.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { Card } from '../../../ui/card/card.tsx'
import styles from './causes.module.css'

const ROWS_AT_ONCE = 5
const OTHERS_AT_ONCE = 3

/** What may have led to it, the likeliest first, with the reason of each rank. */
export const CausesCard = ({ detail }: { detail: IncidentDetail }) => {
  const { t } = useTranslation()
  const [isWhole, setWhole] = useState(false)
  const { causes, changes, causesState } = detail
  const { rows, others } = useMemo(() => causeRows(causes, changes), [causes, changes])
  const shown = isWhole ? rows : rows.slice(0, ROWS_AT_ONCE)
  const shownOthers = isWhole ? others : others.slice(0, OTHERS_AT_ONCE)
  const folded = Math.max(0, rows.length - ROWS_AT_ONCE)
  const more = folded + Math.max(0, others.length - OTHERS_AT_ONCE)
  return (
    <Card title={t('incidents.causes.title')} aside={<span className={styles.by}>{t('incidents.causes.by')}</span>}>
      {causesState !== 'ranked' && <p className={styles.state}>{t(`incidents.causes.states.${causesState}`)}</p>}
      {rows.length > 0 && (
        <ol className={styles.causes} aria-label={t('incidents.causes.title')}>
          {shown.map((row, index) =>
            row.kind === 'change' ? (
              <Ranked
                key="change"
                rank={index + 1}
                name={<ChangeName change={row.change} />}
                why={<ChangeWhy change={row.change} />}
                evidence={t(`incidents.causes.kinds.${row.change.kind}`)}
              />
            ) : (
              <CauseLine key={row.cause.seriesId} rank={index + 1} cause={row.cause} />
            ),
          )}
        </ol>
      )}
      {shownOthers.length > 0 && (
        <>
          <h3 className={styles.also}>{t('incidents.causes.alsoChanged')}</h3>
          <ul className={styles.changes}>
            {shownOthers.map((change) => (
              <li key={`${change.rank} ${change.at}`}>
                {change.kind === 'log' ? <IconFileText size={14} aria-hidden /> : <IconFlag3 size={14} aria-hidden />}
                <span className={styles.body}>
                  <ChangeName change={change} />
                  <span className={styles.evidence}>
                    <ChangeWhy change={change} />
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {more > 0 && (
        <Button
          className={styles.more ?? ''}
          variant="subtle"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? t('incidents.causes.fewer') : t('incidents.causes.more', { count: more })}
        </Button>
      )}
    </Card>
  )
}

/** What may have led to an incident: a change, or a series that moved. */
type CauseRow = { kind: 'change'; change: IncidentChange } | { kind: 'series'; cause: IncidentCause }

/** A change this long before the first movement is likelier the cause than what moved first. */
const CLOSE_MS = 30 * 60_000

/** Likely causes, and the other changes: the likeliest change comes first where it came shortly before anything moved. */
const causeRows = (
  causes: readonly IncidentCause[],
  changes: readonly IncidentChange[],
): { rows: CauseRow[]; others: IncidentChange[] } => {
  const leading = changes.find(
    ({ role, kind, leadMs }) => role === 'change' && kind !== 'log' && leadMs >= 0 && leadMs <= CLOSE_MS,
  )
  return {
    rows: [
      ...(leading === undefined ? [] : [{ kind: 'change', change: leading } as const]),
      ...causes.map((cause) => ({ kind: 'series', cause }) as const),
    ],
    others: changes.filter((change) => change !== leading),
  }
}

interface RankedProps {
  rank: number
  name: ReactNode
  why: ReactNode
  /** What the sentence does not have. */
  evidence: string
}

const Ranked = ({ rank, name, why, evidence }: RankedProps) => (
  <li>
    <span className={styles.rank} aria-hidden>
      {rank}
    </span>
    <div className={styles.body}>
      <h3 className={styles.name}>{name}</h3>
      <p className={styles.why}>{why}</p>
      <p className={styles.evidence}>{evidence}</p>
    </div>
  </li>
)

const CauseLine = ({ rank, cause }: { rank: number; cause: IncidentCause }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { role, sentence, share } = cause
  return (
    <Ranked
      rank={rank}
      name={causeName(cause, t)}
      why={[
        ...(role === 'symptom' ? [t('incidents.causes.symptom')] : []),
        findingSentence(sentence, format.locale),
      ].join(t('general.betweenSentences'))}
      evidence={t('incidents.causes.share', { share: format.share(share) })}
    />
  )
}

const causeName = (cause: IncidentCause, t: TFunction): string => {
  if (cause.kind === 'collector') return t('incidents.causes.collector')
  return cause.kind === 'instance' ? cause.instance : seriesTitle(cause, t)
}

const ChangeName = ({ change: { title, link } }: { change: IncidentChange }) =>
  link === null ? (
    <span className="break">{title}</span>
  ) : (
    <a href={link} target="_blank" rel="noopener noreferrer" className="break">
      {title}
    </a>
  )

const ChangeWhy = ({ change: { leadMs, instances } }: { change: IncidentChange }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const lead = format.duration(Math.abs(leadMs))
  if (leadMs < 0) return t('incidents.causes.change.after', { lead })
  return instances.length === 0
    ? t('incidents.causes.change.before', { lead })
    : t('incidents.causes.change.beforeOn', { lead, instances: instances.join(t('general.nameComma')) })
}
