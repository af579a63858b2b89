import { useTranslation } from 'react-i18next'
import { levelOf } from '../state/severity-level.ts'
import styles from './template.module.css'

/** "WARN"; errors are strong. Nothing where the level is not known. */
export const LevelTag = ({ severity }: { severity: number }) => {
  const { t } = useTranslation()
  const level = levelOf(severity)
  return (
    <span className={styles.level} data-error={level === 'error' || level === 'fatal' || undefined}>
      {level !== null && t(`logs.level.${level}`)}
    </span>
  )
}
