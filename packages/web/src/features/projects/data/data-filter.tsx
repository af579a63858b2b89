import { Button, Select, TagsInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { rangeAtom, showAllAtom } from '../../../findings/state/range-atoms.ts'
import { parametersAtom } from '../../../lib/address/address-atom.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { SPAN_NAMES, type SpanName } from '../../../lib/time/span.ts'
import { instancesAtom, metricsAtom, spanAtom } from './data-atoms.ts'
import { type ShownData, seriesQuery } from './data-query.ts'
import styles from './data-tab.module.css'

/** As many as the API takes. */
const MAX_TAGS = { metrics: 50, instances: 200 }

/** As high as the other controls. */
const oneLine = { input: { paddingBlock: 3, minHeight: 32 } }

const natural = (a: string, b: string): number => a.localeCompare(b, undefined, { numeric: true })

/** The time shown, and which metrics and instances; others than those offered can be typed. */
export const DataFilter = ({ shown, defaultSpan }: { shown: ShownData; defaultSpan: SpanName }) => {
  const { t } = useTranslation()
  const span = useAtomValue(spanAtom) || defaultSpan
  const setParameters = useSetAtom(parametersAtom)
  const [metrics, setMetrics] = useAtom(metricsAtom)
  const [instances, setInstances] = useAtom(instancesAtom)
  const offered = useQuery({ ...seriesQuery({ ...shown, metrics: [], instances: [] }), refetchInterval: false })
  const choices = (name: 'metric' | 'instance') =>
    [...new Set(offered.data?.series.map((one) => one[name]).filter((text) => text !== ''))].sort(natural)
  return (
    <div className={styles.filter}>
      <Select
        className={styles.span ?? ''}
        aria-label={t('projects.data.span')}
        data={SPAN_NAMES.map((name) => ({ value: name, label: t(`projects.data.spans.${name}`) }))}
        allowDeselect={false}
        value={span}
        onChange={(value) => setParameters({ span: value === defaultSpan ? null : value, range: null })}
      />
      <Zoomed />
      <TagsInput
        className={styles.tags ?? ''}
        aria-label={t('projects.data.metrics')}
        placeholder={metrics.length === 0 ? t('projects.data.metricsAll') : ''}
        data={choices('metric')}
        value={metrics}
        onChange={setMetrics}
        maxTags={MAX_TAGS.metrics}
        styles={oneLine}
        splitChars={[]}
        clearable
        limit={100}
        acceptValueOnBlur={false}
      />
      <TagsInput
        className={styles.tags ?? ''}
        aria-label={t('projects.data.instances')}
        placeholder={instances.length === 0 ? t('projects.data.instancesAll') : ''}
        data={choices('instance')}
        value={instances}
        onChange={setInstances}
        maxTags={MAX_TAGS.instances}
        styles={oneLine}
        splitChars={[]}
        clearable
        limit={100}
        acceptValueOnBlur={false}
      />
    </div>
  )
}

/** The fixed time that is shown instead, and the way back to the one that moves on. */
const Zoomed = () => {
  const { t } = useTranslation()
  const format = useFormat()
  const range = useAtomValue(rangeAtom)
  const showAll = useSetAtom(showAllAtom)
  if (range === null) return null
  return (
    <>
      <span className={styles.chip}>{t('projects.data.zoomed', { range: format.range(range.from, range.to) })}</span>
      <Button onClick={() => showAll()}>{t('projects.data.back')}</Button>
    </>
  )
}
