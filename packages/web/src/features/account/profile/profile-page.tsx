import { Button, PasswordInput, Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Locale, User } from '@omen/sdk'
import { notEmpty, password } from '@omen/sdk/rules'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { isKnownTimeZone } from '../../../lib/format/moments.ts'
import { timeZones } from '../../../lib/format/time-zones.ts'
import { currentLocale } from '../../../lib/i18n/i18n.ts'
import { LOCALE_NAMES, LOCALES } from '../../../lib/i18n/locale.ts'
import { fieldErrors } from '../../../lib/problem/problem.ts'
import { useCheck } from '../../../lib/rules/use-check.ts'
import { chooseLocaleHere } from '../../../lib/session/adopt-locale.ts'
import { userAtom } from '../../../lib/session/session-atom.ts'
import { Dismissible } from '../../../ui/dismissible/dismissible.tsx'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { PageHead } from '../../../ui/page-head/page-head.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { PasswordRules } from '../../../ui/password-rules/password-rules.tsx'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'

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

interface ProfileValues {
  fullName: string
  companyName: string
  locale: Locale
  timeZone: string
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())

const ProfileForm = ({ user }: { user: User }) => {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [isSaved, setSaved] = useState(false)
  const form = useForm<ProfileValues>({
    initialValues: {
      fullName: user.fullName ?? '',
      companyName: user.companyName ?? '',
      locale: user.locale,
      timeZone: user.timeZone,
    },
    validate: { timeZone: (value) => (isKnownTimeZone(value) ? null : t('account.profile.unknownZone')) },
  })
  const save = useMutation({
    mutationFn: async (values: ProfileValues) => {
      await chooseLocaleHere(values.locale, false)
      return omen.accounts.updateProfile({
        ...values,
        fullName: orNull(values.fullName),
        companyName: orNull(values.companyName),
      })
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.session })
      setSaved(true)
    },
  })
  return (
    <form className="stack" noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <TextInput
        label={t('account.profile.fullName')}
        maxLength={100}
        autoComplete="name"
        {...form.getInputProps('fullName')}
      />
      <TextInput
        label={t('account.profile.companyName')}
        maxLength={100}
        autoComplete="organization"
        {...form.getInputProps('companyName')}
      />
      <Select
        label={t('account.profile.locale')}
        data={LOCALES.map((value) => ({ value, label: LOCALE_NAMES[value] }))}
        allowDeselect={false}
        {...form.getInputProps('locale')}
      />
      <Select
        label={t('account.profile.timeZone')}
        description={t('account.profile.timeZoneHint')}
        data={timeZones(user.timeZone)}
        searchable
        allowDeselect={false}
        limit={100}
        {...form.getInputProps('timeZone')}
      />
      {save.isError && <ProblemNotice error={save.error} />}
      <div className="row">
        <Button type="submit" loading={save.isPending}>
          {t('general.save')}
        </Button>
        {isSaved && (
          <Dismissible kind="label" onGone={() => setSaved(false)}>
            {t('general.saved')}
          </Dismissible>
        )}
      </div>
    </form>
  )
}

interface PasswordValues {
  currentPassword: string
  password: string
}

const PasswordForm = () => {
  const { t } = useTranslation()
  const check = useCheck()
  const queryClient = useQueryClient()
  const showMessage = useSetAtom(showMessageAtom)
  const form = useForm<PasswordValues>({
    initialValues: { currentPassword: '', password: '' },
    validate: { currentPassword: (value) => check(notEmpty, value), password: (value) => check(password, value) },
  })
  const change = useMutation({
    mutationFn: (values: PasswordValues) => omen.accounts.updateProfile(values),
    onSuccess: () => {
      form.reset()
      showMessage(t('account.profile.passwordChanged'))
      void queryClient.invalidateQueries({ queryKey: queryKeys.sessions })
    },
  })
  const fromServer = fieldErrors(change.error, ['currentPassword', 'password'], currentLocale())
  return (
    <form className="stack" noValidate onSubmit={form.onSubmit((values) => change.mutate(values))}>
      <p className="muted" style={{ margin: 0 }}>
        {t('account.profile.passwordText')}
      </p>
      <PasswordInput
        label={t('account.profile.currentPassword')}
        autoComplete="current-password"
        {...form.getInputProps('currentPassword')}
        error={form.errors.currentPassword ?? fromServer.currentPassword}
      />
      <PasswordInput
        label={t('account.profile.newPassword')}
        autoComplete="new-password"
        aria-describedby="new-password-rules"
        {...form.getInputProps('password')}
        error={form.errors.password ?? fromServer.password}
      />
      <PasswordRules value={form.values.password} id="new-password-rules" />
      {change.isError && <ProblemNotice error={change.error} />}
      <div>
        <Button type="submit" loading={change.isPending}>
          {t('account.profile.setPassword')}
        </Button>
      </div>
    </form>
  )
}
