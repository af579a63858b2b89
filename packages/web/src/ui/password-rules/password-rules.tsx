import { password as passwordRule } from '@omen/sdk/rules'
import { IconCheck, IconCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from './password-rules.module.css'

/** Special characters that are listed stay on one line. */
const withoutBreaks = (prompt: string): string => prompt.replaceAll(/(?<=[!@#$%^&*]) (?=\S(?: |$))/g, '\u00a0')

/** Checklist of password requirements, updated while typing. */
export const PasswordRules = ({ value, id }: { value: string; id?: string }) => {
  const { t, i18n } = useTranslation()
  const locale = i18n.language === 'zh-CN' ? 'zh-CN' : 'en'
  return (
    <ul className={styles.rules} aria-label={t('signIn.rules.title')} id={id}>
      {passwordRule.parts(value).map(({ name, met, prompt }) => {
        // An empty field has no forbidden characters, but should not count as met.
        const isMet = met && value !== ''
        return (
          <li key={name} data-met={isMet}>
            {isMet ? <IconCheck size={14} aria-hidden /> : <IconCircle size={14} aria-hidden />}
            <span>
              {withoutBreaks(prompt[locale])}
              <span className="visually-hidden">: {t(isMet ? 'signIn.rules.met' : 'signIn.rules.unmet')}</span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
