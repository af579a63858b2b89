import { Button, NumberInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { integer } from '@omen/sdk/rules'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useCheck } from '../../../lib/rules/use-check.ts'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'

interface InvitationValues {
  uses: number | string
  days: number | string
}

const DAY_MS = 86_400_000
const usesRule = integer({ min: 1, max: 100 })
const daysRule = integer({ min: 1, max: 3650 })

/** Issues a code without confirmation. */
export const InvitationForm = () => {
  const { t } = useTranslation()
  const check = useCheck()
  const queryClient = useQueryClient()
  const showMessage = useSetAtom(showMessageAtom)
  const form = useForm<InvitationValues>({
    initialValues: { uses: 1, days: 14 },
    validate: {
      uses: (value) => check(usesRule, value),
      days: (value) => (value === '' ? null : check(daysRule, value)),
    },
  })
  const issue = useMutation({
    mutationFn: ({ uses, days }: InvitationValues) =>
      omen.invitations.create({
        uses: Number(uses),
        ...(days !== '' && { expiresAt: Date.now() + Number(days) * DAY_MS }),
      }),
    onSuccess: ({ icode }) => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.invitations })
      showMessage(t('account.invitations.issued', { code: icode }))
    },
  })
  return (
    <form noValidate onSubmit={form.onSubmit((values) => issue.mutate(values))} className="stack">
      <div className="row" style={{ alignItems: 'flex-start', gap: 16 }}>
        <NumberInput label={t('account.invitations.uses')} min={1} max={100} w={200} {...form.getInputProps('uses')} />
        <NumberInput
          label={t('account.invitations.days')}
          min={1}
          max={3650}
          w={200}
          placeholder={t('account.invitations.daysHint')}
          {...form.getInputProps('days')}
        />
        <Button type="submit" loading={issue.isPending} mt={{ base: 0, sm: 24 }}>
          {t('account.invitations.create')}
        </Button>
      </div>
      {issue.isError && <ProblemNotice error={issue.error} />}
    </form>
  )
}
