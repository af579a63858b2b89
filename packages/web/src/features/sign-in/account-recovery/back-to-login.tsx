import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import styles from '../shell/sign-in-shell.module.css'

export const BackToLogin = () => {
  const { t } = useTranslation()
  return (
    <div className={styles.links}>
      <Link to="/login">{t('signIn.back')}</Link>
    </div>
  )
}
