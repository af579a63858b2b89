import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { AlertSetting, AlertSettingAnswer } from '@omen/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { invalidateEverywhere } from '../../../lib/api/other-tabs.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { Panel } from '../../../ui/panel/panel.tsx'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import { AlertEffect } from './alert-effect.tsx'
import { changesOf, effectQuery } from './alert-query.ts'
import styles from './alerts-tab.module.css'
import { CalendarFields } from './calendar-fields.tsx'
import { ConditionFields } from './condition-fields.tsx'
import { ThresholdFields } from './threshold-fields.tsx'

const settleMs = 400

interface AlertFormProps {
  name: string
  saved: AlertSettingAnswer
}

/** The settings beside what the last 30 days would have sent with them, before they are saved. */
export const AlertForm = ({ name, saved }: AlertFormProps) => {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const [draft, setDraft] = useState<AlertSetting>(saved.setting)
  const [settled] = useDebouncedValue(draft, settleMs)
  const isChanged = JSON.stringify(settled) !== JSON.stringify(saved.setting)
  const effect = useQuery(effectQuery(name, locale, settled, isChanged))
  const save = useSaving(name, setDraft)
  const change = (changes: Partial<AlertSetting>): void => setDraft((before) => ({ ...before, ...changes }))
  const problem = save.error ?? (isChanged ? effect.error : null)
  return (
    <form
      className={styles.columns}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(draft)
      }}
    >
      <div className="stack">
        <Panel title={t('projects.alerts.when')}>
          <ConditionFields draft={draft} change={change} />
        </Panel>
        <Panel title={t('projects.alerts.thresholds.title')}>
          <ThresholdFields thresholds={draft.thresholds} change={(thresholds) => change({ thresholds })} />
        </Panel>
        <Panel title={t('projects.alerts.calendars.title')}>
          <CalendarFields calendars={draft.calendars} change={(calendars) => change({ calendars })} />
        </Panel>
      </div>
      <div className={styles.effect}>
        <Panel title={t('projects.alerts.effect.title')}>
          <div className="stack">
            {problem !== null && <ProblemNotice error={problem} />}
            <AlertEffect
              preview={isChanged ? (effect.data?.preview ?? saved.preview) : saved.preview}
              isOld={isChanged && (effect.isPlaceholderData || effect.data === undefined)}
            />
            <div>
              <Button type="submit" loading={save.isPending}>
                {t('projects.alerts.save')}
              </Button>
            </div>
          </div>
        </Panel>
      </div>
    </form>
  )
}

const useSaving = (name: string, onSaved: (setting: AlertSetting) => void) => {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const showMessage = useSetAtom(showMessageAtom)
  return useMutation({
    mutationFn: (draft: AlertSetting) => omen.alerts.set(name, changesOf(draft)),
    onSuccess: async ({ setting }) => {
      showMessage(t('projects.settings.saved'))
      onSaved(setting)
      await invalidateEverywhere(queryClient, queryKeys.project.all(name))
    },
  })
}
