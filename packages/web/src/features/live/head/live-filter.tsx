import { Button, Popover, Select, TagsInput } from '@mantine/core'
import type { LiveAnalysis } from '@omen/sdk'
import { IconFilter } from '@tabler/icons-react'
import { useAtom, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { parametersAtom } from '../../../lib/address/address-atom.ts'
import { groupAtom, instancesAtom, metricsAtom } from '../state/live-atoms.ts'
import styles from './live-head.module.css'

/** As many as the API takes. */
const MAX_TAGS = { metrics: 50, instances: 200 }

const natural = (a: string, b: string): number => a.localeCompare(b, undefined, { numeric: true })

/** Which series are shown; others than those offered can be typed. */
export const LiveFilter = ({ series }: Pick<LiveAnalysis, 'series'>) => {
  const { t } = useTranslation()
  const [metrics, setMetrics] = useAtom(metricsAtom)
  const [instances, setInstances] = useAtom(instancesAtom)
  const [group, setGroup] = useAtom(groupAtom)
  const setParameters = useSetAtom(parametersAtom)
  const count = metrics.length + instances.length + (group === '' ? 0 : 1)
  const choices = (name: 'metric' | 'instance' | 'group') =>
    [...new Set(series.map((one) => one[name] ?? '').filter((text) => text !== ''))].sort(natural)
  const groups = [...new Set([...choices('group'), group])].filter((name) => name !== '')
  return (
    <Popover position="bottom-end" width={320} trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconFilter size={16} />}>
          {count === 0 ? t('live.filter.none') : t('live.filter.some', { count })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={styles.other}>
          <TagsInput
            label={t('projects.data.metrics')}
            placeholder={metrics.length === 0 ? t('projects.data.metricsAll') : ''}
            data={choices('metric')}
            value={metrics}
            onChange={setMetrics}
            maxTags={MAX_TAGS.metrics}
            splitChars={[]}
            limit={100}
            comboboxProps={{ withinPortal: false }}
          />
          <TagsInput
            label={t('projects.data.instances')}
            placeholder={instances.length === 0 ? t('projects.data.instancesAll') : ''}
            data={choices('instance')}
            value={instances}
            onChange={setInstances}
            maxTags={MAX_TAGS.instances}
            splitChars={[]}
            limit={100}
            comboboxProps={{ withinPortal: false }}
          />
          {groups.length > 0 && (
            <Select
              label={t('live.filter.group')}
              placeholder={t('live.filter.groupAll')}
              data={groups}
              value={group === '' ? null : group}
              onChange={(value) => setGroup(value ?? '')}
              clearable
              comboboxProps={{ withinPortal: false }}
            />
          )}
          <Button
            variant="default"
            disabled={count === 0}
            onClick={() => setParameters({ metrics: null, instances: null, group: null })}
          >
            {t('projects.data.clear')}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
