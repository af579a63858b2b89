import type { User } from '@omen/sdk'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { userAtom } from '../../../lib/session/session-atom.ts'
import { PageHead } from '../../../ui/page-head/page-head.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'

export const ProfilePage = () => {
  const { t } = useTranslation()
  const user = useAtomValue(userAtom)
  if (user === null) return null
  return (
    <>
      <PageHead title={t('account.profile.title')} text={t('account.profile.text')} />
      <div style={{ maxWidth: 720 }} className="stack">
        <Panel label={t('account.profile.title')}>
          <Fixed user={user} />
          <ProfileForm user={user} />
        </Panel>
        <Panel title={t('account.profile.passwordTitle')}>
          <PasswordForm />
        </Panel>
      </div>
    </>
  )
}

const Fixed = ({ user }: { user: User }) => {
  const { t } = useTranslation()
  const facts = [
    [t('account.profile.userName'), user.userName],
    [t('account.profile.address'), user.email ?? user.mobile ?? ''],
    [t('account.profile.role'), t(`account.profile.roles.${user.role}`)],
  ].filter(([, value]) => value !== '')
  return (
    <dl data-static style={{ display: 'flex', flexWrap: 'wrap', gap: '8px 40px', margin: '4px 0 20px' }}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="tiny muted">{name}</dt>
          <dd className="break" style={{ margin: 0, fontWeight: 500 }}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
