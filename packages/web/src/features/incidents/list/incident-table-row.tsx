import { ActionIcon, Checkbox, UnstyledButton } from '@mantine/core'
import type { ListedIncident } from '@omen/sdk'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { briefSentence, shortBrief } from '../../../findings/incidents/incident-model.ts'
import { parametersAtom } from '../../../lib/address/address-atom.ts'
import { nowAtom } from '../../../lib/format/now-atom.ts'
import { shortName } from '../../../lib/format/short-name.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { incidentPath } from '../../../lib/incidents/incident-path.ts'
import { SeverityMark } from '../../../ui/severity/severity-mark.tsx'
import { useSeverityWords } from '../../../ui/severity/use-severity-words.ts'
import { useStar } from '../state/use-star.ts'
import { FamilyIcon } from './family-icon.tsx'
import styles from './incident-list.module.css'

interface IncidentTableRowProps {
  incident: ListedIncident
  place: number
  isSelected: boolean
  onSelect: (isOn: boolean) => void
}

/** An incident in two lines; a click anywhere but on its controls opens it. */
export const IncidentTableRow = ({ incident, place, isSelected, onSelect }: IncidentTableRowProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useSeverityWords()
  const navigate = useNavigate()
  const now = useAtomValue(nowAtom)
  const { id, title, brief, family, val, onset, durationMs, state, projectName } = incident
  const length = format.duration(durationMs ?? Math.max(0, now - onset))
  const duration = durationMs === null ? t('incidents.list.soFar', { duration: length }) : length
  return (
    <tr
      aria-rowindex={place + 2}
      aria-selected={isSelected}
      className={styles.row}
      data-index={place}
      onClick={(event) => {
        const { target } = event
        if (target instanceof Element && target.closest('a, button, input, label') === null)
          void navigate(incidentPath(id))
      }}
    >
      <td>
        <Checkbox
          size="xs"
          aria-label={t('incidents.list.selectOne', { title })}
          checked={isSelected}
          onChange={(event) => onSelect(event.currentTarget.checked)}
        />
      </td>
      <td>
        <SeverityMark val={val ?? 0} isMissingValue={val === null} words={words} />
      </td>
      <td className={styles.words}>
        <span className={styles.titleLine}>
          <FamilyIcon family={family} />
          <Link to={incidentPath(id)} className={styles.title ?? ''} title={title}>
            {title}
          </Link>
          <Repeats incident={incident} />
        </span>
        <span className={styles.brief} title={brief}>
          {briefSentence(shortBrief(incident), format.locale)}
        </span>
        <span className={styles.phone} data-tabular>
          {shortName(projectName)} · {format.clock(onset)} · {duration} · {t(`incidents.states.${state}`)}
        </span>
      </td>
      <td data-wide title={format.dateTime(onset)}>
        {format.moment(onset)}
      </td>
      <td data-wide>{duration}</td>
      <td data-wide>
        <span className={styles.state} data-state={state}>
          {t(`incidents.states.${state}`)}
        </span>
      </td>
      <td data-wide className="break" title={projectName}>
        {shortName(projectName)}
      </td>
      <td>
        <Star incident={incident} />
      </td>
    </tr>
  )
}

const Star = ({ incident: { id, title, starred } }: { incident: ListedIncident }) => {
  const { t } = useTranslation()
  const star = useStar(id)
  return (
    <ActionIcon
      size={26}
      aria-pressed={starred}
      aria-label={t(starred ? 'incidents.list.unstarOne' : 'incidents.list.starOne', { title })}
      onClick={() => star.mutate(!starred)}
      loading={star.isPending}
    >
      {starred ? <IconStarFilled size={16} /> : <IconStar size={16} />}
    </ActionIcon>
  )
}

/** How often it has happened; leads to the list of them. */
const Repeats = ({ incident: { title, repeats } }: { incident: ListedIncident }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const setParameters = useSetAtom(parametersAtom)
  if (repeats.count < 2) return null
  return (
    <UnstyledButton
      className={styles.repeats ?? ''}
      aria-label={`×${format.count(repeats.count)} ${t('incidents.list.showRepeats', { title })}`}
      title={t('incidents.list.repeats', { count: repeats.count, when: format.day(repeats.firstOnset) })}
      onClick={() => setParameters({ repeats: repeats.key })}
    >
      ×{format.count(repeats.count)}
    </UnstyledButton>
  )
}
