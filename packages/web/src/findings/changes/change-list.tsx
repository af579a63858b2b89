import { Anchor, UnstyledButton } from '@mantine/core'
import { IconFlagFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format/use-format.ts'
import type { Change } from '../analysis.ts'
import styles from './change-list.module.css'

const SHOWN_AT_ONCE = 3

/** The changes of the time shown under what has their flags, for links and for readers who do not see these. */
export const ChangeList = ({ changes }: { changes: readonly Change[] }) => {
  const { t } = useTranslation()
  const [isUnfolded, setUnfolded] = useState(false)
  if (changes.length === 0) return null
  const rest = changes.length - SHOWN_AT_ONCE
  return (
    <div className={styles.changes}>
      <ul aria-label={t('analysis.changes.title')}>
        {(isUnfolded ? changes : changes.slice(0, SHOWN_AT_ONCE)).map((change) => (
          <ChangeItem key={change.id} change={change} />
        ))}
      </ul>
      {rest > 0 && (
        <UnstyledButton
          aria-expanded={isUnfolded}
          className={styles.fold ?? ''}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          {isUnfolded ? t('analysis.changes.fewer') : t('analysis.changes.more', { count: rest })}
        </UnstyledButton>
      )}
    </div>
  )
}

const ChangeItem = ({ change }: { change: Change }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { at, title, projectName, instances, by, link } = change
  return (
    <li>
      <IconFlagFilled size={12} aria-hidden />
      <time dateTime={new Date(at).toISOString()}>{format.moment(at)}</time>
      {link == null ? (
        <span className="break">{title}</span>
      ) : (
        <Anchor href={link} target="_blank" rel="noopener noreferrer" className="break" size="sm">
          {title}
        </Anchor>
      )}
      <span className="muted break">
        {[
          ...(projectName === undefined ? [] : [projectName]),
          ...instances,
          ...(by === undefined ? [] : [t('analysis.changes.by', { name: by })]),
        ].join(t('general.comma'))}
      </span>
    </li>
  )
}
