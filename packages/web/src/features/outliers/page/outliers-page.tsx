import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { OutlierComparison, PeerGroup } from '@omen/sdk'
import { IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { Link, Navigate } from 'react-router-dom'
import { useFormat } from '../../../lib/format/use-format.ts'
import { projectAddress } from '../../../lib/projects/project-address.ts'
import { outliersPath, type Source } from '../../../lib/sources/source.ts'
import { sourceAtom } from '../../../lib/sources/source-atom.ts'
import { sourcesQuery } from '../../../lib/sources/sources-query.ts'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { PageHead } from '../../../ui/page-head/page-head.tsx'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { BlockSkeleton, PageSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { OutlierControls } from '../head/outlier-controls.tsx'
import { OutlierLines } from '../lines/outlier-lines.tsx'
import { OutlierTable } from '../lines/outlier-table.tsx'
import {
  groupAtom,
  membersAtom,
  metricAtom,
  rangeAtom,
  serviceAtom,
  spanAtom,
  TIME_MS,
  toleranceAtom,
  USUAL_MEMBERS,
  USUAL_TOLERANCE,
  viewAtom,
} from '../state/outlier-atoms.ts'
import { groupShown } from '../state/outlier-rows.ts'
import { type OutlierRequest, outliersQuery } from '../state/outliers-query.ts'
import { StateMaps } from '../states/state-maps.tsx'

/** Instances that stand off from those which report the same metric. */
export const OutliersPage = () => {
  const source = useAtomValue(sourceAtom)
  return source === null ? <FirstSource /> : <Compared source={source} />
}

/** Leads to the project with the newest data, else to the newest file, else says how to get either. */
const FirstSource = () => {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const sources = useQuery(sourcesQuery('metrics', '', locale))
  return (
    <Loaded query={sources} skeleton={<PageSkeleton />}>
      {({ projects, files }) => {
        const [newest] = projects.toSorted((a, b) => (b.lastDataAt ?? 0) - (a.lastDataAt ?? 0))
        if (newest !== undefined) return <Navigate to={outliersPath({ projectName: projectAddress(newest) })} replace />
        const [file] = files
        if (file !== undefined) return <Navigate to={outliersPath({ filename: file.filename })} replace />
        return (
          <>
            <PageHead title={t('compare.outliers.title')} />
            <Panel label={t('compare.outliers.title')}>
              <EmptyState
                icon={<IconUsersGroup size={24} />}
                title={t('compare.source.addTitle')}
                text={t('compare.source.addText')}
                action={
                  <div className="row">
                    <Button component={Link} to="/projects/add/custom">
                      {t('compare.source.add')}
                    </Button>
                    <Button component={Link} to="/files" variant="default">
                      {t('compare.source.upload')}
                    </Button>
                  </div>
                }
              />
            </Panel>
          </>
        )
      }}
    </Loaded>
  )
}

/** Sliders are asked for as they move, but not for each of their pixels. */
const SLIDE_MS = 150

const Compared = ({ source }: { source: Source }) => {
  const [tolerance] = useDebouncedValue(useAtomValue(toleranceAtom) ?? USUAL_TOLERANCE, SLIDE_MS)
  const [minMembers] = useDebouncedValue(useAtomValue(membersAtom) ?? USUAL_MEMBERS, SLIDE_MS)
  const view = useAtomValue(viewAtom)
  const request: OutlierRequest = {
    source,
    tolerance,
    minMembers,
    states: view === 'states',
    spanMs: TIME_MS[useAtomValue(spanAtom)],
    range: useAtomValue(rangeAtom),
    group: useAtomValue(groupAtom),
    metric: useAtomValue(metricAtom),
    service: useAtomValue(serviceAtom),
  }
  const found = useQuery(outliersQuery(request))
  return (
    <>
      <OutlierControls source={source} found={found.data} />
      <Loaded query={found} skeleton={<BlockSkeleton height={420} />}>
        {(data) => <OutlierView source={source} found={data} isLoading={found.isPlaceholderData} />}
      </Loaded>
    </>
  )
}

interface OutlierViewProps {
  source: Source
  found: OutlierComparison
  isLoading: boolean
}

/** The lines of one metric above the ranking of its instances, or the states of all of them, dimmed while others load. */
const OutlierView = ({ source, found, isLoading }: OutlierViewProps) => {
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
          {found.shown && (
            <OutlierLines source={source} found={found} group={group} isLoading={isLoading} lines={found.shown} />
          )}
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
