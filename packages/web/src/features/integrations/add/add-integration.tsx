import { Alert, Button, Checkbox, MultiSelect, PasswordInput, Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { IntegrationProvider } from '@omen/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { toProblem } from '../../../lib/problem/problem.ts'
import { Command } from '../../../ui/command/command.tsx'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import { SecretDialog } from '../../../ui/secret-dialog/secret-dialog.tsx'
import { isServiceKey, isWebAddress, PROVIDERS } from '../providers.ts'

interface IntegrationValues {
  provider: IntegrationProvider
  account: string
  serviceKey: string
  /** Of PagerDuty; empty for its own. */
  endpoint: string
  /** Empty for all. */
  projectNames: string[]
  isForEscalation: boolean
}

/** Asks for an integration; of a webhook it then shows the secret that signs its bodies, once. */
export const AddIntegration = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const showMessage = useSetAtom(showMessageAtom)
  const add = useMutation({
    mutationFn: ({ provider, account, serviceKey, endpoint, projectNames, isForEscalation }: IntegrationValues) =>
      omen.integrations.add({
        provider,
        account: account.trim(),
        serviceKey: serviceKey.trim(),
        isForEscalation,
        ...(provider === 'pagerduty' && endpoint.trim() !== '' && { endpoint: endpoint.trim() }),
        ...(projectNames.length > 0 && { projectNames }),
      }),
    onSuccess: async ({ integration, signingSecret }) => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.integrations.all })
      if (signingSecret !== undefined) return
      showMessage(t('integrations.added', { name: integration.account }))
      onClose()
    },
  })
  const secret = add.data?.signingSecret
  const isDone = secret !== undefined
  return (
    <SecretDialog
      title={t(isDone ? 'integrations.secretTitle' : 'integrations.addTitle')}
      isDone={isDone}
      onClose={onClose}
    >
      {isDone ? (
        <div className="stack">
          <Alert color="yellow">{t('integrations.secretText')}</Alert>
          <section aria-label={t('integrations.secret')}>
            <Command text={secret} />
          </section>
          <div className="row" style={{ justifyContent: 'flex-end' }}>
            <Button onClick={onClose}>{t('integrations.done')}</Button>
          </div>
        </div>
      ) : (
        <IntegrationForm onSubmit={add.mutate} isBusy={add.isPending} error={add.error} onClose={onClose} />
      )}
    </SecretDialog>
  )
}

interface IntegrationFormProps {
  onSubmit: (values: IntegrationValues) => void
  isBusy: boolean
  error: unknown
  onClose: () => void
}

const ownProjects = async (signal: AbortSignal): Promise<string[]> => {
  const { items } = await omen.projects.list({ pageSize: 500 }, { signal })
  return items.filter(({ mine }) => mine).map(({ projectName }) => projectName)
}

const isTaken = (error: unknown): boolean =>
  toProblem(error).details.some(({ field, rule }) => field === 'account' && rule === 'taken')

const IntegrationForm = ({ onSubmit, isBusy, error, onClose }: IntegrationFormProps) => {
  const { t } = useTranslation()
  const projects = useQuery({ queryKey: queryKeys.projects.own, queryFn: ({ signal }) => ownProjects(signal) })
  const form = useForm<IntegrationValues>({
    initialValues: {
      provider: 'slack',
      account: '',
      serviceKey: '',
      endpoint: '',
      projectNames: [],
      isForEscalation: false,
    },
    validate: {
      account: (value) => (value.trim() === '' ? t('integrations.needName') : null),
      serviceKey: (value, { provider }) =>
        isServiceKey(provider, value) ? null : t(`integrations.keyRules.${provider}`),
      endpoint: (value, { provider }) =>
        provider !== 'pagerduty' || value.trim() === '' || isWebAddress(value.trim())
          ? null
          : t('integrations.keyRules.webhook'),
    },
  })
  const { provider } = form.values
  const key = { label: t(`integrations.keyLabels.${provider}`), description: t(`integrations.keyHints.${provider}`) }
  return (
    <form className="stack" noValidate onSubmit={form.onSubmit(onSubmit)}>
      <Select
        label={t('integrations.provider')}
        data={PROVIDERS.map((value) => ({ value, label: t(`integrations.providers.${value}`) }))}
        allowDeselect={false}
        {...form.getInputProps('provider')}
      />
      <TextInput
        label={t('integrations.name')}
        placeholder={t('integrations.namePlaceholder')}
        maxLength={100}
        data-autofocus
        {...form.getInputProps('account')}
        error={form.errors.account ?? (isTaken(error) && t('integrations.nameTaken'))}
      />
      {provider === 'email' ? (
        <TextInput {...key} type="email" autoComplete="off" {...form.getInputProps('serviceKey')} />
      ) : (
        <PasswordInput
          {...key}
          autoComplete="off"
          visibilityToggleButtonProps={{ 'aria-label': t('integrations.showKey') }}
          {...form.getInputProps('serviceKey')}
        />
      )}
      {provider === 'pagerduty' && (
        <TextInput
          label={t('integrations.endpoint')}
          description={t('integrations.endpointHint')}
          placeholder="https://events.pagerduty.com/v2/enqueue"
          {...form.getInputProps('endpoint')}
        />
      )}
      <MultiSelect
        label={t('integrations.projects')}
        placeholder={form.values.projectNames.length === 0 ? t('integrations.allProjectsPlaceholder') : ''}
        data={projects.data ?? []}
        searchable
        nothingFoundMessage={t('integrations.noProject')}
        {...form.getInputProps('projectNames')}
      />
      <Checkbox
        label={t('integrations.escalation')}
        description={t('integrations.escalationHint')}
        {...form.getInputProps('isForEscalation', { type: 'checkbox' })}
      />
      {error !== null && !isTaken(error) && <ProblemNotice error={error} />}
      <div className="row" style={{ justifyContent: 'flex-end' }}>
        <Button variant="default" onClick={onClose}>
          {t('general.cancel')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {t('integrations.add')}
        </Button>
      </div>
    </form>
  )
}
