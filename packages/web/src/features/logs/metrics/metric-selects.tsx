import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { parametersAtom } from '../../../lib/address/address-atom.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { projectAddress } from '../../../lib/projects/project-address.ts'
import { useDropdownNotes } from '../../../ui/dropdown/use-dropdown-notes.ts'
import { usePacedSearch } from '../../../ui/dropdown/use-paced-search.ts'
import { metricsProjectAtom } from '../state/log-atoms.ts'
import type { ShownMetric } from './metric-lines.ts'
import styles from './metrics.module.css'
import { metricProjectsQuery } from './metrics-query.ts'

/** Whose metrics stand beside the lines, or that none do. */
export const MetricsProjectSelect = ({ address }: { address: string }) => {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const setProject = useSetAtom(metricsProjectAtom)
  const setParameters = useSetAtom(parametersAtom)
  const [typed, setTyped] = useState('')
  const search = usePacedSearch(typed)
  const notes = useDropdownNotes()
  const projects = useQuery(metricProjectsQuery(search === address ? '' : search, locale))
  const found = (projects.data ?? []).map(projectAddress)
  return (
    <Select
      className={styles.project ?? ''}
      size="xs"
      aria-label={t('logs.metrics.project')}
      data={[
        { value: '', label: t('logs.metrics.noProject') },
        ...(address === '' || found.includes(address) ? found : [address, ...found]),
      ]}
      value={address}
      onChange={(next) => {
        setParameters({ metric: null, series: null })
        setProject(next === null || next === '' ? null : next)
      }}
      searchable
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage={notes.empty(projects.isError)}
      allowDeselect={false}
    />
  )
}

/** Which of its metrics. */
export const MetricSelect = ({ metrics, metric }: { metrics: readonly ShownMetric[]; metric: ShownMetric }) => {
  const { t } = useTranslation()
  const setParameters = useSetAtom(parametersAtom)
  const notes = useDropdownNotes()
  return (
    <Select
      className={styles.metric ?? ''}
      size="xs"
      aria-label={t('logs.metrics.metric')}
      data={metrics.map((one) => ({ value: one.metric, label: one.name }))}
      value={metric.metric}
      onChange={(next) => setParameters({ metric: next, series: null })}
      searchable
      limit={100}
      nothingFoundMessage={notes.empty(false)}
      allowDeselect={false}
    />
  )
}
