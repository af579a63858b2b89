import { Checkbox, NumberInput, TagsInput } from '@mantine/core'
import type { AlertSetting } from '@omen/sdk'
import { email } from '@omen/sdk/rules'
import { useTranslation } from 'react-i18next'
import { useCheck } from '../../../lib/rules/use-check.ts'
import fields from '../form/project-fields.module.css'
import { inputOrder, numberOr } from './input.ts'

interface ConditionFieldsProps {
  draft: AlertSetting
  change: (changes: Partial<AlertSetting>) => void
}

const mostRecipients = 50
const shareStep = 5

/** Who gets mail, and what an incident must be for it. */
export const ConditionFields = ({ draft, change }: ConditionFieldsProps) => {
  const { t } = useTranslation()
  const check = useCheck()
  const wrong = draft.recipients.find((one) => !email.test(one))
  return (
    <div className="stack">
      <TagsInput
        label={t('projects.alerts.recipients')}
        description={t('projects.alerts.recipientsHint')}
        inputWrapperOrder={inputOrder}
        value={draft.recipients}
        onChange={(recipients) => change({ recipients })}
        maxTags={mostRecipients}
        acceptValueOnBlur
        error={wrong === undefined ? null : `${wrong}: ${check(email, wrong)}`}
      />
      <div className={fields.pair}>
        <Figure name="pvalue-email" draft={draft} change={change} min={draft.pvalue} max={0.999999} step={0.001} />
        <Figure name="cvalue-email" draft={draft} change={change} min={1} max={1000} />
        <NumberInput
          label={t('projects.alerts.minAnomalyRatioFilter')}
          description={t('projects.alerts.minAnomalyRatioFilterHint')}
          inputWrapperOrder={inputOrder}
          min={0}
          max={100}
          step={shareStep}
          suffix=" %"
          value={Math.round(draft.minAnomalyRatioFilter * 1000) / 10}
          onChange={(value) => change({ minAnomalyRatioFilter: numberOr(value, 0) / 100 })}
        />
        <Figure name="quietMinutes" draft={draft} change={change} min={0} max={1440} step={15} />
        <NumberInput
          label={t('projects.alerts.escalateMinutes')}
          description={t('projects.alerts.escalateMinutesHint')}
          placeholder={t('projects.alerts.never')}
          inputWrapperOrder={inputOrder}
          min={1}
          max={10080}
          allowDecimal={false}
          value={draft.escalateMinutes ?? ''}
          onChange={(value) => change({ escalateMinutes: value === '' ? null : numberOr(value, 1) })}
        />
        <Figure name="predictionHours" draft={draft} change={change} min={0} max={24} />
      </div>
      <Checkbox
        label={t('projects.alerts.onlyWithCause')}
        description={t('projects.alerts.onlyWithCauseHint')}
        checked={draft.onlyWithCause}
        onChange={(event) => change({ onlyWithCause: event.currentTarget.checked })}
      />
      <Checkbox
        label={t('projects.alerts.sendsRecovery')}
        checked={draft.sendsRecovery}
        onChange={(event) => change({ sendsRecovery: event.currentTarget.checked })}
      />
    </div>
  )
}

interface FigureProps extends ConditionFieldsProps {
  name: 'pvalue-email' | 'cvalue-email' | 'quietMinutes' | 'predictionHours'
  min: number
  max: number
  step?: number
}

const textOf = {
  'pvalue-email': ['projects.alerts.pvalueEmail', 'projects.alerts.pvalueEmailHint'],
  'cvalue-email': ['projects.alerts.cvalueEmail', 'projects.alerts.cvalueEmailHint'],
  quietMinutes: ['projects.alerts.quietMinutes', 'projects.alerts.quietMinutesHint'],
  predictionHours: ['projects.alerts.predictionHours', 'projects.alerts.predictionHoursHint'],
} as const

const Figure = ({ name, draft, change, min, max, step = 1 }: FigureProps) => {
  const { t } = useTranslation()
  const [label, hint] = textOf[name]
  return (
    <NumberInput
      label={t(label)}
      description={t(hint, { pvalue: draft.pvalue, cvalue: draft.cvalue })}
      inputWrapperOrder={inputOrder}
      {...{ min, max, step }}
      allowDecimal={step < 1}
      decimalScale={6}
      value={draft[name]}
      onChange={(value) => change({ [name]: numberOr(value, min) })}
    />
  )
}
