import { Button, Progress } from '@mantine/core'
import type { Backfill, BackfillAction, Collection } from '@omen/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { omen } from '../../../lib/api/omen.ts'
import { invalidateEverywhere } from '../../../lib/api/other-tabs.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useConnectTexts } from '../../../lib/i18n/use-connect-texts.ts'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import { HistoryPicker } from '../connect/history-picker.tsx'
import type { TestedFields } from '../connect/use-connection.ts'
import styles from './connection.module.css'

const USUAL_DAYS = 30

const ACTIONS_OF: Record<Backfill['state'], readonly Exclude<BackfillAction, 'start'>[]> = {
  running: ['pause', 'cancel'],
  paused: ['resume', 'cancel'],
  done: [],
  cancelled: [],
}

interface BackfillPanelProps {
  projectName: string
  collection: Collection
  /** What fetching takes is known from a test. */
  tested: TestedFields | undefined
}

/** How much of the past was fetched, with what can be done about it. */
export const BackfillPanel = ({ projectName, collection, tested }: BackfillPanelProps) => {
  const { backfill } = collection
  const { t } = useConnectTexts()
  const queryClient = useQueryClient()
  const [days, setDays] = useState(USUAL_DAYS)
  const change = useMutation({
    mutationFn: ({ action, count }: { action: BackfillAction; count?: number }) =>
      omen.projects.changeBackfill(projectName, action, count),
    onSettled: () => invalidateEverywhere(queryClient, queryKeys.project.all(projectName)),
  })
  const actions = backfill === null ? [] : ACTIONS_OF[backfill.state]
  return (
    <div className="stack">
      {backfill === null ? (
        <span className="muted">{t('backfill.none')}</span>
      ) : (
        <State backfill={backfill} isKnown={backfill.fault === collection.fault} />
      )}
      {actions.length > 0 ? (
        <div className="row">
          {actions.map((action) => (
            <Button
              key={action}
              variant="default"
              loading={change.isPending && change.variables.action === action}
              onClick={() => change.mutate({ action })}
            >
              {t(`backfill.${action}`)}
            </Button>
          ))}
        </div>
      ) : (
        <>
          <div style={{ maxWidth: 560 }}>
            <HistoryPicker days={days} onChange={setDays} tested={tested} isWanted />
          </div>
          <div>
            <Button
              variant="default"
              loading={change.isPending}
              onClick={() => change.mutate({ action: 'start', count: days })}
            >
              {t('backfill.start')} ({t('history.days', { count: days })})
            </Button>
          </div>
        </>
      )}
      {change.isError && <ProblemNotice error={change.error} />}
    </div>
  )
}

/** What stands in its way is left out where `isKnown`: the connection itself says it. */
const State = ({ backfill, isKnown }: { backfill: Backfill; isKnown: boolean }) => {
  const { t } = useConnectTexts()
  const format = useFormat()
  const { state, from, to, done, sentence } = backfill
  const isUnderWay = state === 'running' || state === 'paused'
  return (
    <div className="stack" style={{ gap: 8 }}>
      <span>{t(`backfill.${state}`, { span: format.span(from, to) })}</span>
      {isUnderWay && (
        <div className={styles.progress}>
          <Progress.Root>
            <Progress.Section value={100 * done} aria-label={t('backfill.progress')} />
          </Progress.Root>
          <span data-tabular>{format.share(done)}</span>
        </div>
      )}
      {sentence !== null && !isKnown && (
        <div role="alert" className={`${styles.fault} break`}>
          {sentence}
        </div>
      )}
    </div>
  )
}
