import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useConnectTexts } from '../../../lib/i18n/use-connect-texts.ts'
import styles from './add-project.module.css'
import { type Kind, kinds } from './kinds.ts'

/** The kinds of projects in a row; the address holds the chosen one. */
export const KindPicker = ({ chosen }: { chosen: Kind['name'] }) => {
  const { t } = useTranslation()
  const { t: tConnect } = useConnectTexts()
  return (
    <nav className={styles.kinds} aria-label={t('projects.add.kinds')}>
      {kinds.map(({ name, Icon }) => (
        <Link
          key={name}
          to={`/projects/add/${name}`}
          replace
          className={styles.kind}
          aria-current={name === chosen ? 'true' : undefined}
        >
          <Icon size={20} stroke={1.6} aria-hidden />
          <span>
            <b>{tConnect(`kinds.${name}.title`)}</b>
            <span className="small muted">{tConnect(`kinds.${name}.text`)}</span>
          </span>
          {name === chosen && <IconCheck size={16} className={styles.check} aria-hidden />}
        </Link>
      ))}
    </nav>
  )
}
