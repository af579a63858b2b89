import { ActionIcon, Button, Checkbox, Select, TextInput } from '@mantine/core'
import { notEmpty } from '@omen/sdk/rules'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { timeZones } from '../../../lib/format/time-zones.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useCheck } from '../../../lib/rules/use-check.ts'
import type { CalendarDraft } from './alert-draft.ts'
import { durationRule } from './alert-rules.ts'
import styles from './alerts-tab.module.css'
import { NumberField } from './number-field.tsx'

interface CalendarFieldsProps {
  calendars: readonly CalendarDraft[]
  change: (calendars: CalendarDraft[]) => void
}

/** Times that come again, such as a backup, in which nothing is sent or learned. */
export const CalendarFields = ({ calendars, change }: CalendarFieldsProps) => {
  const { t } = useTranslation()
  const check = useCheck()
  const { timeZone } = useFormat()
  const replace = (index: number, changes: Partial<CalendarDraft>): void =>
    change(calendars.map((one, at) => (at === index ? { ...one, ...changes } : one)))
  return (
    <div className="stack">
      <p className="muted" style={{ margin: 0 }}>
        {t('projects.alerts.calendars.text')}
      </p>
      {calendars.map((calendar, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are told apart by their place alone
        <fieldset key={index} className={styles.rule}>
          <div className={styles.fields}>
            <TextInput
              label={t('projects.alerts.calendars.name')}
              value={calendar.name ?? ''}
              onChange={(event) => replace(index, { name: event.currentTarget.value })}
            />
            <NumberField
              label={t('projects.alerts.calendars.minutes')}
              rule={durationRule}
              min={1}
              allowDecimal={false}
              value={calendar.durationMinutes}
              onChange={(durationMinutes) => replace(index, { durationMinutes })}
            />
            <TextInput
              className={styles.wide}
              label={t('projects.alerts.calendars.rrule')}
              placeholder="FREQ=WEEKLY;BYDAY=SU;BYHOUR=2"
              value={calendar.rrule}
              error={check(notEmpty, calendar.rrule)}
              onChange={(event) => replace(index, { rrule: event.currentTarget.value })}
            />
            <Select
              className={styles.wide}
              label={t('projects.alerts.calendars.timeZone')}
              data={timeZones(calendar.timeZone)}
              value={calendar.timeZone}
              searchable
              allowDeselect={false}
              onChange={(value) => replace(index, { timeZone: value ?? timeZone })}
            />
            <TextInput
              className={styles.wide}
              label={t('projects.alerts.calendars.selector')}
              placeholder={t('projects.alerts.calendars.allSeries')}
              value={calendar.selector ?? ''}
              onChange={(event) => replace(index, { selector: event.currentTarget.value })}
            />
          </div>
          <div className={styles.foot}>
            <div className="row" style={{ columnGap: 16 }}>
              <Checkbox
                label={t('projects.alerts.calendars.hideAlerts')}
                checked={calendar.hideAlerts}
                onChange={(event) => replace(index, { hideAlerts: event.currentTarget.checked })}
              />
              <Checkbox
                label={t('projects.alerts.calendars.skipLearning')}
                checked={calendar.skipLearning}
                onChange={(event) => replace(index, { skipLearning: event.currentTarget.checked })}
              />
            </div>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('projects.alerts.calendars.remove', { name: calendar.name ?? calendar.rrule })}
              onClick={() => change(calendars.filter((_, at) => at !== index))}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </div>
        </fieldset>
      ))}
      <div>
        <Button variant="default" onClick={() => change([...calendars, newCalendar(timeZone)])}>
          {t('projects.alerts.calendars.add')}
        </Button>
      </div>
    </div>
  )
}

/** Sunday nights. */
const newCalendar = (timeZone: string): CalendarDraft => ({
  rrule: 'FREQ=WEEKLY;BYDAY=SU;BYHOUR=2',
  durationMinutes: 120,
  timeZone,
  hideAlerts: true,
  skipLearning: false,
})
