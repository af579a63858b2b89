import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ApiProblem } from '@omen/sdk'
import { password } from '@omen/sdk/rules'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { currentLocale } from '../../../lib/i18n/i18n.ts'
import { useCheck } from '../../../lib/rules/use-check.ts'
import { PasswordRules } from '../../../ui/password-rules/password-rules.tsx'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import { useStartSession } from '../login/use-start-session.ts'
import { type AddressValues, icodeField } from './sign-up-values.ts'

interface AccountValues {
  password: string
  repeat: string
  fullName: string
  companyName: string
}

const isWrongCode = (error: unknown): boolean => error instanceof ApiProblem && error.code === 'CODE_WRONG'

const given = (name: 'fullName' | 'companyName', value: string) => (value.trim() === '' ? {} : { [name]: value.trim() })

interface AccountStepProps {
  address: AddressValues
  onBack: () => void
  /** The server refused the code of the first step. */
  onWrongCode: () => void
}

export const AccountStep = ({ address, onBack, onWrongCode }: AccountStepProps) => {
  const { t } = useTranslation()
  const check = useCheck()
  const startSession = useStartSession()
  const signUp = useMutation({
    mutationFn: (values: AccountValues) =>
      omen.accounts.signup({
        userName: address.userName.trim(),
        emailOrMobile: address.emailOrMobile.trim(),
        vcode: address.vcode.trim(),
        password: values.password,
        locale: currentLocale(),
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        ...icodeField(address.icode),
        ...given('fullName', values.fullName),
        ...given('companyName', values.companyName),
      }),
    onSuccess: startSession,
    onError: (error) => {
      if (isWrongCode(error)) onWrongCode()
    },
  })
  const form = useForm<AccountValues>({
    initialValues: { password: '', repeat: '', fullName: '', companyName: '' },
    validate: {
      password: (value) => check(password, value),
      repeat: (value, values) => (value === values.password ? null : t('signIn.signUp.repeatWrong')),
    },
  })
  const optional = t('signIn.signUp.optional')
  return (
    <form className="stack" noValidate onSubmit={form.onSubmit((values) => signUp.mutate(values))}>
      <TextInput label={t('signIn.signUp.account')} value={address.userName.trim()} readOnly autoComplete="username" />
      <PasswordInput
        label={t('signIn.signUp.password')}
        autoComplete="new-password"
        aria-describedby="password-rules"
        autoFocus
        {...form.getInputProps('password')}
      />
      <PasswordRules value={form.values.password} id="password-rules" />
      <PasswordInput label={t('signIn.signUp.repeat')} autoComplete="new-password" {...form.getInputProps('repeat')} />
      <TextInput
        label={t('signIn.signUp.fullName')}
        placeholder={optional}
        maxLength={100}
        autoComplete="name"
        {...form.getInputProps('fullName')}
      />
      <TextInput
        label={t('signIn.signUp.companyName')}
        placeholder={optional}
        maxLength={100}
        autoComplete="organization"
        {...form.getInputProps('companyName')}
      />
      {signUp.isError && !isWrongCode(signUp.error) && <ProblemNotice error={signUp.error} />}
      <Button type="submit" loading={signUp.isPending} fullWidth>
        {t('signIn.signUp.submit')}
      </Button>
      <Button variant="default" onClick={onBack} fullWidth>
        {t('general.back')}
      </Button>
    </form>
  )
}
