import { Button } from '@mantine/core'
import type { AlertPreview, AlertSettingAnswer, AlertSettingChanges } from '@omen/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { invalidateEverywhere } from '../../../lib/api/other-tabs.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { Panel } from '../../../ui/panel/panel.tsx'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import { TimeText } from '../../../ui/time-text/time-text.tsx'
import type { AlertDraft } from './alert-draft.ts'
import { alertQuery, effectQuery } from './alert-query.ts'
import styles from './alerts-tab.module.css'
import { CalendarFields } from './calendar-fields.tsx'
import { ConditionFields } from './condition-fields.tsx'
import { ThresholdFields } from './threshold-fields.tsx'
import { useAlertDraft } from './use-alert-draft.ts'

interface AlertFormProps {
  name: string
  saved: AlertSettingAnswer
}

/** The settings beside what the last 30 days would have sent with them, before they are saved. */
export const AlertForm = ({ name, saved }: AlertFormProps) => {
  const { t } = useTranslation()
  const showMessage = useSetAtom(showMessageAtom)
  const { draft, typed, changes, change, ...state } = useAlertDraft(saved.setting)
  const save = useSaving(name, state.forget)
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (!state.isValid) event.currentTarget.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
    else if (Object.keys(changes).length === 0) showMessage(t('projects.alerts.nothingChanged'))
    else save.mutate({ changes, typed })
  }
  return (
    <form className={styles.columns} noValidate onSubmit={submit}>
      <div className="stack">
        <Panel title={t('projects.alerts.when')}>
          <ConditionFields draft={draft} page={saved.setting} unsubscribed={saved.unsubscribed} change={change} />
        </Panel>
        <Panel title={t('projects.alerts.thresholds.title')}>
          <ThresholdFields thresholds={draft.thresholds} change={(thresholds) => change({ thresholds })} />
        </Panel>
        <Panel title={t('projects.alerts.calendars.title')}>
          <CalendarFields calendars={draft.calendars} change={(calendars) => change({ calendars })} />
        </Panel>
      </div>
      <div className={styles.effect}>
        <Panel
          title={t('projects.alerts.effect.title')}
          actions={
            <Button type="submit" loading={save.isPending}>
              {t('projects.alerts.save')}
            </Button>
          }
        >
          <EffectOfChanges name={name} saved={saved} changes={state.settledChanges} saveError={save.error} />
        </Panel>
      </div>
    </form>
  )
}

interface EffectOfChangesProps extends AlertFormProps {
  /** Null while they cannot be asked for. */
  changes: AlertSettingChanges | null
  saveError: Error | null
}

const EffectOfChanges = ({ name, saved: { setting, preview }, changes, saveError }: EffectOfChangesProps) => {
  const { locale } = useFormat()
  const isSaved = changes !== null && Object.keys(changes).length === 0
  const isAsked = changes !== null && !isSaved
  const effect = useQuery({ ...effectQuery(name, locale, setting, changes ?? {}), enabled: isAsked })
  const problem = saveError ?? (isAsked ? effect.error : null)
  return (
    <div className="stack">
      {problem !== null && <ProblemNotice error={problem} />}
      <AlertEffect
        preview={isSaved ? preview : (effect.data?.preview ?? preview)}
        isOld={!isSaved && (effect.isPlaceholderData || !effect.isSuccess)}
      />
    </div>
  )
}

const MAX_SHOWN = 12

/** What the last 30 days would have sent: how many, and the latest of them. */
const AlertEffect = ({ preview, isOld }: { preview: AlertPreview; isOld: boolean }) => {
  const { t } = useTranslation()
  const { total, alerts } = preview
  const shown = alerts.slice(0, MAX_SHOWN)
  return (
    <div aria-live="polite" aria-busy={isOld} style={{ opacity: isOld ? 0.5 : 1 }}>
      <p className={styles.headline}>{t('projects.alerts.effect.sent', { count: total })}</p>
      <ul className={styles.alerts}>
        {shown.map(({ kind, at, incidents: [first], incidentsTotal }) => (
          <li key={`${kind} ${at} ${first?.incidentId}`}>
            <span className="small muted">
              <TimeText time={at} /> · {t(`general.alertKind.${kind}`)}
            </span>
            <span className="lines-3" title={first?.sentence}>
              {first?.sentence}
              {incidentsTotal > 1 && ` ${t('projects.alerts.effect.others', { count: incidentsTotal - 1 })}`}
            </span>
          </li>
        ))}
      </ul>
      {total > shown.length && (
        <p className="small muted">{t('projects.alerts.effect.earlier', { count: total - shown.length })}</p>
      )}
    </div>
  )
}

interface Submitted {
  changes: AlertSettingChanges
  typed: Partial<AlertDraft>
}

const useSaving = (name: string, forget: (typed: Partial<AlertDraft>) => void) => {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const queryClient = useQueryClient()
  const showMessage = useSetAtom(showMessageAtom)
  return useMutation({
    mutationFn: ({ changes }: Submitted) => omen.alerts.set(name, changes),
    onSuccess: async (answer, { typed }) => {
      queryClient.setQueryData(alertQuery(name, locale).queryKey, answer)
      forget(typed)
      showMessage(t('projects.settings.saved'))
      await invalidateEverywhere(queryClient, queryKeys.project.all(name))
    },
  })
}
