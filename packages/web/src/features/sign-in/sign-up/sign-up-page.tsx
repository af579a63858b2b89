import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import styles from '../../../ui/open-shell/open-shell.module.css'
import { OpenShell } from '../../../ui/open-shell/open-shell.tsx'
import { AccountStep } from './account-step.tsx'
import { AddressStep } from './address-step.tsx'
import { EMPTY_ADDRESS } from './sign-up-values.ts'

/** Two steps: verify an address with a code, then choose account name and password. */
export const SignUpPage = () => {
  const { t } = useTranslation()
  const [address, setAddress] = useState(EMPTY_ADDRESS)
  const [step, setStep] = useState<1 | 2>(1)
  const [hasAddress, setHasAddress] = useState(false)
  const [isCodeWrong, setCodeWrong] = useState(false)
  return (
    <OpenShell title={t('signIn.signUp.title')}>
      <div>
        <p className={styles.step}>
          {t('signIn.signUp.step', { step })} ·{' '}
          {t(step === 1 ? 'signIn.signUp.stepAddress' : 'signIn.signUp.stepAccount')}
        </p>
        {step === 1 && (
          <AddressStep
            initial={address}
            isCodeWrong={isCodeWrong}
            onDone={(values) => {
              setAddress(values)
              setHasAddress(true)
              setCodeWrong(false)
              setStep(2)
            }}
          />
        )}
        {/* It keeps what was typed while the first step is corrected. */}
        {hasAddress && (
          <div hidden={step === 1}>
            <AccountStep
              address={address}
              onBack={() => setStep(1)}
              onWrongCode={() => {
                setCodeWrong(true)
                setStep(1)
              }}
            />
          </div>
        )}
      </div>
      <div className={styles.links}>
        <span>
          {t('signIn.signUp.haveAccount')}
          {t('general.betweenSentences')}
          <Link to="/login">{t('signIn.signUp.signIn')}</Link>
        </span>
      </div>
    </OpenShell>
  )
}
