import { Checkbox, TagsInput } from '@mantine/core'
import { email } from '@omen/sdk/rules'
import { useTranslation } from 'react-i18next'
import { useCheck } from '../../../lib/rules/use-check.ts'
import fields from '../form/project-fields.module.css'
import type { AlertDraft, FigureName } from './alert-draft.ts'
import { figureRules } from './alert-rules.ts'
import { NumberField } from './number-field.tsx'

interface ConditionFieldsProps {
  draft: AlertDraft
  /** Those of the project. */
  page: { pvalue: number; cvalue: number }
  /** Recipients who get no mail any more. */
  unsubscribed: readonly string[]
  change: (changes: Partial<AlertDraft>) => void
}

const MAX_RECIPIENTS = 50

/** Who gets mail, and what an incident must be for it. */
export const ConditionFields = ({ draft, page, unsubscribed, change }: ConditionFieldsProps) => {
  const { t } = useTranslation()
  const check = useCheck()
  const left = unsubscribed.filter((one) => draft.recipients.includes(one))
  const wrong = draft.recipients.find((one) => !email.test(one))
  return (
    <div className="stack">
      <TagsInput
        label={t('projects.alerts.recipients')}
        description={t('projects.alerts.recipientsHint')}
        value={draft.recipients}
        onChange={(recipients) => change({ recipients })}
        maxTags={MAX_RECIPIENTS}
        acceptValueOnBlur
        error={wrong === undefined ? null : `${wrong}: ${check(email, wrong)}`}
      />
      {left.length > 0 && (
        <p className="muted">{t('projects.alerts.unsubscribed', { count: left.length, names: left.join(', ') })}</p>
      )}
      <Figures draft={draft} page={page} change={change} />
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

/** In their order, with how the buttons of a field step. */
const FIGURES = [
  { name: 'pvalue-email', text: 'pvalueEmail', step: 0.001, max: 0.999999 },
  { name: 'cvalue-email', text: 'cvalueEmail', step: 1, min: 1 },
  { name: 'minAnomalyRatioFilter', text: 'minAnomalyRatioFilter', step: 5, min: 0, max: 100, suffix: ' %' },
  { name: 'quietMinutes', text: 'quietMinutes', step: 15, min: 0 },
  { name: 'escalateMinutes', text: 'escalateMinutes', step: 1, min: 1 },
  { name: 'predictionHours', text: 'predictionHours', step: 1, min: 0 },
] as const satisfies readonly { name: FigureName; [given: string]: string | number }[]

const Figures = ({ draft, page, change }: Omit<ConditionFieldsProps, 'unsubscribed'>) => {
  const { t } = useTranslation()
  const rules = figureRules(page.pvalue)
  return (
    <div className={fields.pair}>
      {FIGURES.map(({ name, text, ...stepping }) => (
        <NumberField
          key={name}
          label={t(`projects.alerts.${text}`)}
          description={t(`projects.alerts.${text}Hint`, page)}
          placeholder={name === 'escalateMinutes' ? t('projects.alerts.never') : ''}
          {...stepping}
          rule={rules[name]}
          decimalScale={6}
          value={draft[name]}
          onChange={(value) => change({ [name]: value })}
        />
      ))}
    </div>
  )
}
