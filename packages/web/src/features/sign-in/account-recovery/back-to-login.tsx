import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import styles from '../../../ui/open-shell/open-shell.module.css'

/** Links below a form; `children` come first. */
export const BackToLogin = ({ children }: { children?: ReactNode }) => {
  const { t } = useTranslation()
  return (
    <div className={styles.links}>
      {children}
      <Link to="/login">{t('signIn.back')}</Link>
    </div>
  )
}
