import { Button } from '@mantine/core'
import type { ReportSchedule } from '@omen/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import styles from '../page/report.module.css'

/** What a schedule sends, when and to whom; and why it does not, where it does not. */
export const ScheduleLine = ({ schedule }: { schedule: ReportSchedule }) => {
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
