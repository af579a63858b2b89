import { Checkbox } from '@mantine/core'
import type { ListedIncident } from '@omen/sdk'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useVirtualRows } from '../../../ui/data-table/use-virtual-rows.ts'
import type { ListShown } from '../state/list-query.ts'
import { useListRows } from '../state/use-list-rows.ts'
import { BulkBar } from './bulk-bar.tsx'
import styles from './incident-list.module.css'
import { IncidentTableRow } from './incident-table-row.tsx'

const rowHeight = 53

/** As many incidents as there are, of which those in view are read and drawn. */
export const IncidentTable = ({ shown, total }: { shown: ListShown; total: number }) => {
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const { shown: places, before, after } = useVirtualRows(total, scroller, rowHeight)
  const rows = useListRows(shown, places)
  const [selected, setSelected] = useState<ReadonlyMap<string, ListedIncident>>(new Map())
  const loaded = [...rows.values()]
  const isAll = loaded.length > 0 && loaded.every(({ id }) => selected.has(id))
  const select = (incidents: readonly ListedIncident[], isOn: boolean) => {
    const next = new Map(selected)
    for (const one of incidents)
      if (isOn) next.set(one.id, one)
      else next.delete(one.id)
    setSelected(next)
  }
  return (
    <>
      {selected.size > 0 && <BulkBar selected={[...selected.values()]} onSelected={setSelected} />}
      <div ref={scroller} className={styles.scroller}>
        <table className={styles.table} aria-label={t('incidents.list.label')} aria-rowcount={total + 1}>
          <thead>
            <tr>
              <th className={styles.checkCell}>
                <Checkbox
                  size="xs"
                  aria-label={t('incidents.list.selectAll')}
                  checked={isAll}
                  indeterminate={!isAll && selected.size > 0}
                  onChange={(event) => select(loaded, event.currentTarget.checked)}
                />
              </th>
              <th className={styles.markCell}>{t('incidents.list.severity')}</th>
              <th>{t('incidents.list.incident')}</th>
              <th data-wide className={styles.whenCell}>
                {t('incidents.list.began')}
              </th>
              <th data-wide className={styles.lengthCell}>
                {t('incidents.list.duration')}
              </th>
              <th data-wide className={styles.stateCell}>
                {t('incidents.list.state')}
              </th>
              <th data-wide className={styles.projectCell}>
                {t('incidents.list.project')}
              </th>
              <th className={styles.starCell}>
                <span className="visually-hidden">{t('incidents.list.star')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {before > 0 && <Spacer height={before} />}
            {places.map((place) => {
              const incident = rows.get(place)
              return incident === undefined ? (
                <tr key={place} aria-rowindex={place + 2} className={styles.row}>
                  <td colSpan={8} className="muted">
                    {t('incidents.list.loading')}
                  </td>
                </tr>
              ) : (
                <IncidentTableRow
                  key={incident.id}
                  incident={incident}
                  place={place}
                  isSelected={selected.has(incident.id)}
                  onSelect={(isOn) => select([incident], isOn)}
                />
              )
            })}
            {after > 0 && <Spacer height={after} />}
          </tbody>
        </table>
      </div>
    </>
  )
}

const Spacer = ({ height }: { height: number }) => (
  <tr aria-hidden>
    <td colSpan={8} style={{ height, padding: 0, border: 0 }} />
  </tr>
)
