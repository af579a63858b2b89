import { Button, Input, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ApiProblem } from '@omen/sdk'
import { account, emailOrMobile, icode, vcode } from '@omen/sdk/rules'
import { useMutation } from '@tanstack/react-query'
import { atom, useAtomValue } from 'jotai'
import { atomWithQuery } from 'jotai-tanstack-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useCheck } from '../../../lib/rules/use-check.ts'
import styles from '../../../ui/open-shell/open-shell.module.css'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import { AddressInput } from '../address-input.tsx'
import { useCountdown } from './countdown.ts'
import { type AddressValues, icodeField } from './sign-up-values.ts'

const versionAtom = atomWithQuery(() => ({
  queryKey: queryKeys.version,
  queryFn: () => omen.system.version(),
  staleTime: 300_000,
}))
const requiresInvitationAtom = atom((get) => get(versionAtom).data?.requiresInvitation ?? false)

export const AddressStep = ({
  initial,
  isCodeWrong,
  onDone,
}: {
  initial: AddressValues
  /** The server refused the code that was typed. */
  isCodeWrong: boolean
  onDone: (values: AddressValues) => void
}) => {
  const { t } = useTranslation()
  const check = useCheck()
  const needsInvitation = useAtomValue(requiresInvitationAtom)
  const form = useForm({
    initialValues: initial,
    initialErrors: isCodeWrong ? { vcode: t('errors.CODE_WRONG') } : {},
    validateInputOnBlur: ['emailOrMobile', 'userName', 'icode'],
    validate: {
      emailOrMobile: (value) => check(emailOrMobile, value.trim()),
      userName: (value) => check(account, value.trim()),
      icode: (value) => (needsInvitation || value.trim() !== '' ? check(icode, value.trim()) : null),
      vcode: (value) => check(vcode, value.trim()),
    },
  })
  const code = useSignUpCode()

  const send = () => {
    const failed = (['emailOrMobile', 'userName', 'icode'] as const).filter((name) => form.validateField(name).hasError)
    if (failed.length === 0) code.send(form.values)
  }

  return (
    <form className="stack" noValidate onSubmit={form.onSubmit((values) => onDone(values))}>
      <AddressInput autoFocus {...form.getInputProps('emailOrMobile')} />
      <TextInput
        label={t('signIn.signUp.account')}
        description={t('signIn.signUp.accountHint')}
        autoComplete="username"
        {...form.getInputProps('userName')}
      />
      {needsInvitation && (
        <TextInput label={t('signIn.signUp.icode')} autoComplete="off" {...form.getInputProps('icode')} />
      )}
      <Input.Wrapper label={t('signIn.signUp.code')} error={form.errors.vcode}>
        <div className={styles.codeRow}>
          <Input inputMode="numeric" autoComplete="one-time-code" maxLength={6} {...form.getInputProps('vcode')} />
          <Button variant="default" onClick={send} disabled={code.secondsToWait > 0} loading={code.isSending}>
            {code.label}
          </Button>
        </div>
      </Input.Wrapper>
      <CodeNews code={code} address={form.values.emailOrMobile} />
      <Button type="submit" fullWidth>
        {t('signIn.signUp.continue')}
      </Button>
    </form>
  )
}

interface SignUpCode {
  send: (values: AddressValues) => void
  isSending: boolean
  secondsToWait: number
  label: string
  expiresInMs: number | null
  error: unknown
}

const useSignUpCode = (): SignUpCode => {
  const { t } = useTranslation()
  const [waitUntil, setWaitUntil] = useState<number | null>(null)
  const secondsToWait = useCountdown(waitUntil)
  const request = useMutation({
    mutationFn: (values: AddressValues) =>
      omen.accounts.requestSignupCode({
        emailOrMobile: values.emailOrMobile.trim(),
        userName: values.userName.trim(),
        ...icodeField(values.icode),
      }),
    onSuccess: ({ resendAfterMs }) => setWaitUntil(Date.now() + resendAfterMs),
    onError: (error) => {
      if (error instanceof ApiProblem && error.retryAfterMs !== undefined) setWaitUntil(Date.now() + error.retryAfterMs)
    },
  })
  const label =
    secondsToWait > 0
      ? t('signIn.signUp.resendIn', { seconds: secondsToWait })
      : t(request.isIdle ? 'signIn.signUp.sendCode' : 'signIn.signUp.resend')
  return {
    send: (values) => request.mutate(values),
    isSending: request.isPending,
    secondsToWait,
    label,
    expiresInMs: request.data?.expiresInMs ?? null,
    error: request.error,
  }
}

const CodeNews = ({ code, address }: { code: SignUpCode; address: string }) => {
  const { t } = useTranslation()
  const format = useFormat()
  if (code.error !== null) return <ProblemNotice error={code.error} />
  if (code.expiresInMs === null) return null
  return (
    <div className="small muted break" role="status">
      {t('signIn.signUp.codeSent', { address, duration: format.duration(code.expiresInMs) })}
    </div>
  )
}
