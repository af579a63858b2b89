import { Button, Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Locale, User } from '@omen/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { isKnownTimeZone } from '../../../lib/format/moments.ts'
import { timeZones } from '../../../lib/format/time-zones.ts'
import { localeNames, locales } from '../../../lib/i18n/locale.ts'
import { chooseLocaleHere } from '../../../lib/session/adopt-locale.ts'
import { Dismissible } from '../../../ui/dismissible/dismissible.tsx'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'

interface ProfileValues {
  fullName: string
  companyName: string
  locale: Locale
  timeZone: string
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())

export const ProfileForm = ({ user }: { user: User }) => {
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
        data={locales.map((value) => ({ value, label: localeNames[value] }))}
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
