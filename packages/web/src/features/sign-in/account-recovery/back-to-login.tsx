import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import styles from '../../../ui/open-shell/open-shell.module.css'

export const BackToLogin = () => {
  const { t } = useTranslation()
  return (
    <div className={styles.links}>
      <Link to="/login">{t('signIn.back')}</Link>
    </div>
  )
}
