import { Button, Select, Textarea } from '@mantine/core'
import type { ReportKind, ReportPeriod, ReportSchedule } from '@omen/sdk'
import { email } from '@omen/sdk/rules'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { currentLocale } from '../../../lib/i18n/i18n.ts'
import { userAtom } from '../../../lib/session/session-atom.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import { BlockSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { useSubject } from '../head/use-subject.ts'
import styles from '../page/report.module.css'
import { schedulesQuery } from '../state/report-query.ts'

interface MailDialogProps {
  kind: ReportKind
  shown: { period?: ReportPeriod; at?: number; day?: string }
  onClose: () => void
}

const EVERY = ['day', 'week', 'month'] as const
/** Addresses of one mailing and of a schedule, by the API. */
const MAX_AT_ONCE = 10
const MAX_SCHEDULED = 50

/** Addresses with commas, semicolons or white space between them. */
const addressesIn = (text: string): string[] => text.split(/[\s,;，；]+/).filter(Boolean)

/** Sends the report that is shown, has it sent again and again, and says what is sent already. */
export const MailDialog = ({ kind, shown, onClose }: MailDialogProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { project, timeZone } = useSubject()
  const user = useAtomValue(userAtom)
  const queryClient = useQueryClient()
  const showMessage = useSetAtom(showMessageAtom)
  const [text, setText] = useState(user?.email ?? '')
  const [period, setPeriod] = useState<ReportPeriod>(kind === 'daily' ? 'day' : (shown.period ?? 'week'))
  const [hour, setHour] = useState('8')
  const schedules = useQuery(schedulesQuery)
  const recipients = addressesIn(text)
  const wrong = recipients.find((one) => !email.test(one))
  const isReady = recipients.length > 0 && wrong === undefined
  const faults = [
    wrong !== undefined && t('reports.send.invalid', { address: wrong }),
    recipients.length > MAX_AT_ONCE &&
      t('reports.send.tooMany', { most: format.count(MAX_AT_ONCE), given: format.count(recipients.length) }),
    recipients.length > MAX_SCHEDULED && t('reports.send.tooManyScheduled', { most: format.count(MAX_SCHEDULED) }),
  ].filter((fault) => fault !== false)
  const about = { timeZone, locale: currentLocale(), recipients }
  const send = useMutation({
    mutationFn: () =>
      omen.reports.send({ ...about, ...shown, report: kind, ...(project !== '' && { projectName: project }) }),
    onSuccess: (mails) => {
      const failed = mails.find(({ sent }) => !sent)
      if (failed === undefined) showMessage(t('reports.send.sent', { count: mails.length }))
      else showMessage(t('reports.send.failed', { recipient: failed.recipient, error: failed.error }), 'failed')
    },
  })
  const add = useMutation({
    mutationFn: () =>
      omen.reports.addSchedule({
        ...about,
        every: period,
        hour: Number(hour),
        ...(project !== '' && { projectNames: [project] }),
      }),
    onSuccess: async ({ nextAt }) => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.reports.schedules })
      if (nextAt !== null) showMessage(t('reports.send.added', { time: format.when(nextAt) }))
    },
  })
  const error = send.error ?? add.error
  const forget = () => {
    send.reset()
    add.reset()
  }
  return (
    <Dialog
      onClose={onClose}
      size="lg"
      title={<b>{t('reports.send.title')}</b>}
      closeButtonProps={{ 'aria-label': t('general.close') }}
    >
      <div className="stack">
        <Textarea
          label={t('reports.send.to')}
          description={t('reports.send.toHint')}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            forget()
          }}
          error={faults.length === 0 ? undefined : faults.join(' ')}
          autosize
          maxRows={4}
          data-autofocus
        />
        <div className="row">
          <Button
            onClick={() => {
              add.reset()
              send.mutate()
            }}
            loading={send.isPending}
            disabled={!isReady || recipients.length > MAX_AT_ONCE}
          >
            {t('reports.send.now')}
          </Button>
        </div>
        {error !== null && <ProblemNotice error={error} />}
        <h3 className={styles.group}>{t('reports.send.schedules')}</h3>
        <div className={styles.tools} style={{ alignItems: 'flex-end' }}>
          <Select
            className={styles.select ?? ''}
            label={t('reports.send.every')}
            data={EVERY.map((name) => ({ value: name, label: t(`reports.send.everyOf.${name}`) }))}
            value={period}
            onChange={(value) => {
              setPeriod((value ?? 'week') as ReportPeriod)
              forget()
            }}
            allowDeselect={false}
          />
          <Select
            className={styles.select ?? ''}
            label={t('reports.send.hour')}
            data={Array.from({ length: 24 }, (_, one) => ({ value: String(one), label: clock(one) }))}
            value={hour}
            onChange={(value) => {
              setHour(value ?? '8')
              forget()
            }}
            allowDeselect={false}
          />
          <Button
            variant="default"
            onClick={() => {
              send.reset()
              add.mutate()
            }}
            loading={add.isPending}
            disabled={!isReady || recipients.length > MAX_SCHEDULED}
          >
            {t('reports.send.add')}
          </Button>
        </div>
        <Loaded query={schedules} skeleton={<BlockSkeleton height={60} />}>
          {(list) =>
            list.length === 0 ? (
              <p className={styles.about}>{t('reports.send.none')}</p>
            ) : (
              <div>
                {list.map((schedule) => (
                  <ScheduleLine key={schedule.id} schedule={schedule} />
                ))}
              </div>
            )
          }
        </Loaded>
      </div>
    </Dialog>
  )
}

/** What a schedule sends, when and to whom; and why it does not, where it does not. */
const ScheduleLine = ({ schedule }: { schedule: ReportSchedule }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const queryClient = useQueryClient()
  const showMessage = useSetAtom(showMessageAtom)
  const { id, every, hour, timeZone, projectNames, recipients, unsubscribed, nextAt, lastError, stoppedText } = schedule
  const remove = useMutation({
    mutationFn: () => omen.reports.deleteSchedule(id),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.reports.schedules })
      showMessage(t('reports.send.deleted'))
    },
  })
  const comma = t('general.comma')
  const subject = projectNames?.join(comma) ?? t('reports.allProjects')
  return (
    <div className={styles.schedule}>
      <div>
        <b>{t(`reports.send.what.${every}`, { subject, hour: `${String(hour).padStart(2, '0')}:00` })}</b>
        <div className={styles.muted}>
          {t('reports.send.zone', { zone: timeZone, recipients: recipients.join(comma) })}
          {nextAt !== null && ` · ${t('reports.send.next', { time: format.when(nextAt) })}`}
        </div>
        {unsubscribed.length > 0 && (
          <div>{t('reports.send.unsubscribed', { addresses: unsubscribed.join(comma) })}</div>
        )}
        {lastError !== null && <div className={styles.failed}>{t('reports.send.lastError', { error: lastError })}</div>}
        {stoppedText !== null && (
          <div className={styles.failed}>{t('reports.send.stopped', { text: stoppedText })}</div>
        )}
      </div>
      <Button size="xs" variant="default" onClick={() => remove.mutate()} loading={remove.isPending}>
        {t('reports.send.delete')}
      </Button>
    </div>
  )
}

const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`
