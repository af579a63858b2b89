import { ActionIcon, Button, Checkbox, Select, TextInput } from '@mantine/core'
import type { AlertThreshold } from '@omen/sdk'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isIncomplete, LIMIT_NAMES, type ThresholdDraft } from './alert-draft.ts'
import { limitRule } from './alert-rules.ts'
import styles from './alerts-tab.module.css'
import { NumberField } from './number-field.tsx'

interface ThresholdFieldsProps {
  thresholds: readonly ThresholdDraft[]
  change: (thresholds: ThresholdDraft[]) => void
}

const DIRECTIONS = ['both', 'up', 'down'] as const

/** What holds for single metrics beside what is learned. */
export const ThresholdFields = ({ thresholds, change }: ThresholdFieldsProps) => {
  const { t } = useTranslation()
  const replace = (index: number, changes: Partial<ThresholdDraft>): void =>
    change(thresholds.map((one, at) => (at === index ? { ...one, ...changes } : one)))
  return (
    <div className="stack">
      <p className="muted" style={{ margin: 0 }}>
        {t('projects.alerts.thresholds.text')}
      </p>
      {thresholds.map((threshold, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are told apart by their place alone
        <fieldset key={index} className={styles.rule}>
          <div className={styles.fields}>
            <TextInput
              className={styles.wide}
              label={t('projects.alerts.thresholds.metric')}
              placeholder="disk_*"
              value={threshold.metric}
              onChange={(event) => replace(index, { metric: event.currentTarget.value })}
            />
            {LIMIT_NAMES.map((name) => (
              <NumberField
                key={name}
                rule={limitRule}
                label={t(`projects.alerts.thresholds.${name}`)}
                value={threshold[name] ?? ''}
                onChange={(value) => replace(index, { [name]: value })}
              />
            ))}
            <Select
              label={t('projects.alerts.thresholds.direction')}
              data={DIRECTIONS.map((value) => ({ value, label: t(`projects.alerts.thresholds.directions.${value}`) }))}
              value={threshold.direction}
              allowDeselect={false}
              onChange={(value) => replace(index, { direction: (value ?? 'both') as AlertThreshold['direction'] })}
            />
          </div>
          {isIncomplete(threshold) && (
            <p className="small muted" style={{ margin: 0 }}>
              {t('projects.alerts.thresholds.incomplete')}
            </p>
          )}
          <div className={styles.foot}>
            <Checkbox
              label={t('projects.alerts.thresholds.kpi')}
              checked={threshold.kpi}
              onChange={(event) => replace(index, { kpi: event.currentTarget.checked })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('projects.alerts.thresholds.remove', { metric: threshold.metric })}
              onClick={() => change(thresholds.filter((_, at) => at !== index))}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </div>
        </fieldset>
      ))}
      <div>
        <Button
          variant="default"
          onClick={() => change([...thresholds, { metric: '', direction: 'both', kpi: false }])}
        >
          {t('projects.alerts.thresholds.add')}
        </Button>
      </div>
    </div>
  )
}
