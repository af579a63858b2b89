import { HistogramBars } from '@omen/charts'
import type { LogVariableValues } from '@omen/sdk'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useChartSetup } from '../../../ui/chart-setup/use-chart-setup.ts'
import { LineText } from '../lines/line-text.tsx'
import { useVariableName } from '../templates/use-variable-name.ts'
import styles from './detail.module.css'
import { ShareBars } from './shares.tsx'

interface VariableValuesProps {
  values: LogVariableValues
  /** Lines that were read for it, of how many. */
  valuesOf: number
  count: number
}

const SIZE = { width: 288, height: 76 }

/** What stood in one place of a template, and how often. */
export const VariableValues = ({ values, valuesOf, count }: VariableValuesProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { tokens, locale } = useChartSetup()
  const name = useVariableName()(values)
  const { numbers, unit = '', top, distinct } = values
  const head = (
    <h3 className={styles.title}>
      <bdi>
        <LineText line={name} />
      </bdi>{' '}
      <span className={styles.sub}>
        {[
          unit !== '' && t('logs.values.in', { unit }),
          numbers === undefined
            ? t('logs.values.distinct', { count: distinct })
            : t('logs.values.count', { count: valuesOf }),
        ]
          .filter((part) => part !== false)
          .join(t('general.comma'))}
      </span>
    </h3>
  )
  const part = valuesOf < count ? <p className={styles.note}>{t('logs.values.newest', { count: valuesOf })}</p> : null
  if (numbers === undefined)
    return (
      <div className={styles.box}>
        {head}
        <ShareBars shares={top.map(({ value, count: times }) => ({ name: value, count: times }))} />
        {distinct > top.length && (
          <p className={styles.note}>{t('logs.values.more', { count: distinct - top.length })}</p>
        )}
        {part}
      </div>
    )
  const sentence = t(numbers.min === numbers.max ? 'logs.values.same' : 'logs.values.half', {
    low: format.figure(numbers.p25),
    high: format.figure(numbers.p75),
    max: format.figure(numbers.max),
  })
  return (
    <div className={styles.box}>
      {head}
      {numbers.min < numbers.max && (
        <HistogramBars
          bars={numbers.histogram}
          unit={unit}
          locale={locale}
          tokens={tokens}
          label={sentence}
          {...SIZE}
        />
      )}
      <p className={styles.note}>{sentence}</p>
      {part}
    </div>
  )
}
