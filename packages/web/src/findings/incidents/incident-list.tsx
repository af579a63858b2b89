import { ActionIcon, Button, Tooltip, UnstyledButton } from '@mantine/core'
import type { Incident } from '@omen/sdk'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format/use-format.ts'
import type { Analysis } from '../analysis.ts'
import type { IncidentSelection } from '../state/use-incident-selection.ts'
import { IncidentCard } from './incident-card.tsx'
import { IncidentTime, IncidentTitle } from './incident-head.tsx'
import { briefSentence, shortBrief } from './incident-model.ts'
import { IncidentNumber } from './incident-number.tsx'
import { IncidentSpark } from './incident-spark.tsx'
import styles from './incidents.module.css'

const ROWS_AT_ONCE = 30

interface RowsProps {
  analysis: Analysis
  incidents: readonly Incident[]
  selection: IncidentSelection
  label: string
  /** Opened where nothing is selected. */
  openId?: string | undefined
}

/** Some incidents under their title, or what else is to be said beside them. */
export const IncidentSection = ({
  title,
  count,
  part,
  aside,
  children,
}: {
  title: string
  count?: number
  part: string
  aside: ReactNode
  children: ReactNode
}) => {
  const format = useFormat()
  return (
    <section className={styles.section} aria-label={title} data-part={part}>
      <div className={styles.sectionHead}>
        <h2 className={styles.sectionTitle}>
          {title} {count !== undefined && <span className={styles.count}>{format.count(count)}</span>}
        </h2>
        <span className={styles.aside}>{aside}</span>
      </div>
      {children}
    </section>
  )
}

/** A row for each incident, the selected one opened. */
export const IncidentRows = ({ analysis, incidents, selection, label, openId }: RowsProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { selected, select } = selection
  const [count, setCount] = useState(ROWS_AT_ONCE)
  const opened = selected?.id ?? openId
  // The selected one is listed however far down it is.
  const shown = incidents.filter((incident, index) => index < count || incident.id === opened)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (selected === null) return
    const card = list.current?.querySelector('[aria-current]')
    const side = list.current?.closest('aside')
    // Scrolls the list alone: on a phone it is a part of the page, whose head must stay in sight.
    if (card && side) side.scrollTop += Math.min(0, card.getBoundingClientRect().top - side.getBoundingClientRect().top)
  }, [selected])
  return (
    <>
      <ul className={styles.list} aria-label={label} ref={list}>
        {shown.map((incident) =>
          incident.id === opened ? (
            <IncidentCard
              key={incident.id}
              analysis={analysis}
              incident={incident}
              isSelected={incident.id === selected?.id}
              onSelect={select}
            />
          ) : (
            <IncidentRow key={incident.id} analysis={analysis} incident={incident} onSelect={select} />
          ),
        )}
      </ul>
      {incidents.length > count && (
        <Button variant="subtle" fullWidth onClick={() => setCount(count + 100)}>
          {t('analysis.incidents.more', { number: format.count(incidents.length - count) })}
        </Button>
      )}
    </>
  )
}

interface IncidentRowProps {
  analysis: Analysis
  incident: Incident
  onSelect: (id: string) => void
}

/** An incident in three lines beside its spark line; a click shows it. */
const IncidentRow = memo(({ analysis, incident, onSelect }: IncidentRowProps) => {
  const { t } = useTranslation()
  const { locale } = useFormat()
  return (
    <li className={styles.item}>
      <UnstyledButton
        className={styles.row ?? ''}
        title={t('analysis.incidents.show', { number: incident.number })}
        onClick={() => onSelect(incident.id)}
      >
        <IncidentNumber number={incident.number} />
        <span className={styles.rowBody}>
          <IncidentTitle incident={incident} />
          <span className={styles.rowLines}>
            <span className={styles.rowText}>
              <IncidentTime incident={incident} analysis={analysis} isShort />
              <span className={styles.brief}>{briefSentence(shortBrief(incident), locale)}</span>
            </span>
            <span className={styles.rowSpark}>
              <IncidentSpark analysis={analysis} incident={incident} width={88} height={36} />
            </span>
          </span>
        </span>
      </UnstyledButton>
    </li>
  )
})

/** To the previous and the next incident, for a hand on the mouse. */
export const IncidentArrows = ({ selection }: { selection: IncidentSelection }) => {
  const { t } = useTranslation()
  const arrow = (label: string, by: 1 | -1, icon: ReactNode) => (
    <Tooltip label={label}>
      <ActionIcon
        size={24}
        aria-label={label}
        // Not `disabled`, which would take the focus of a hand that has come to the end
        aria-disabled={!selection.canStep(by)}
        bg="transparent"
        {...(!selection.canStep(by) && { 'data-disabled': true })}
        onClick={() => selection.step(by)}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  )
  return (
    <>
      <span className={styles.order}>{t('analysis.incidents.order')}</span>
      {arrow(t('analysis.incidents.previous'), -1, <IconChevronUp size={16} />)}
      {arrow(t('analysis.incidents.next'), 1, <IconChevronDown size={16} />)}
    </>
  )
}
