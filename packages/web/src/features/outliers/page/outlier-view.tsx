import type { OutlierComparison, PeerGroup } from '@omen/sdk'
import { IconUsersGroup } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.ts'
import type { Source } from '../../../lib/sources/source.ts'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { OutlierLines } from '../lines/outlier-lines.tsx'
import { OutlierTable } from '../lines/outlier-table.tsx'
import { viewAtom } from '../state/outlier-atoms.ts'
import { groupShown } from '../state/outlier-rows.ts'
import { StateMaps } from '../states/state-maps.tsx'

interface OutlierViewProps {
  source: Source
  found: OutlierComparison
  isLoading: boolean
}

/** The lines of one metric above the ranking of its instances, or the states of all of them, dimmed while others load. */
export const OutlierView = ({ source, found, isLoading }: OutlierViewProps) => {
  const { t } = useTranslation()
  const view = useAtomValue(viewAtom)
  const group = groupShown(found)
  if (group === undefined)
    return (
      <Panel label={t('compare.outliers.title')}>
        <EmptyState icon={<IconUsersGroup size={24} />} text={t('compare.outliers.empty')} />
      </Panel>
    )
  return (
    <div className="stack" aria-busy={isLoading} style={{ opacity: isLoading && view === 'states' ? 0.5 : 1 }}>
      {view === 'states' && found.states !== undefined ? (
        <StateMaps states={found.states} />
      ) : group.kind === 'compared' ? (
        <>
          {found.shown && <OutlierLines {...{ source, found, group, isLoading }} lines={found.shown} />}
          <OutlierTable group={group} stepMs={found.stepMs} pastFrom={found.pastFrom} />
        </>
      ) : (
        <TooFew group={group} />
      )}
      <Remarks found={found} />
    </div>
  )
}

const TooFew = ({ group }: { group: PeerGroup }) => {
  const { t } = useTranslation()
  const { metric, need = 3, got = 0 } = group
  return (
    <Panel label={metric}>
      <EmptyState icon={<IconUsersGroup size={24} />} text={t('compare.outliers.tooFew', { metric, need, got })} />
    </Panel>
  )
}

/** How it was compared. */
const Remarks = ({ found }: { found: OutlierComparison }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { pastFrom, seriesCompared, seriesTotal } = found
  return (
    <p className="muted" style={{ margin: 0 }}>
      {pastFrom === null
        ? t('compare.outliers.noPast')
        : t('compare.outliers.past', { from: `${format.when(pastFrom)} ${format.timeZone}` })}
      {seriesCompared < seriesTotal &&
        ` ${t('compare.outliers.leftOut', { compared: seriesCompared, total: seriesTotal })}`}
    </p>
  )
}
