import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useAtom, useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useFormat } from '../../../lib/format/use-format.ts'
import { projectAddress } from '../../../lib/projects/project-address.ts'
import { projectsQuery } from '../../../lib/projects/projects-query.ts'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { PageHead } from '../../../ui/page-head/page-head.tsx'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { BlockSkeleton, PageSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { timeMs } from '../../../ui/time-select/time-select.tsx'
import { OutlierControls } from '../head/outlier-controls.tsx'
import {
  detectionAtom,
  fileAtom,
  groupAtom,
  membersAtom,
  metricAtom,
  projectAtom,
  rangeAtom,
  serviceAtom,
  spanAtom,
  toleranceAtom,
  usualMembers,
  usualTolerance,
  viewAtom,
} from '../state/outlier-atoms.ts'
import { type OutlierRequest, outliersQuery } from '../state/outliers-query.ts'
import { OutlierView } from './outlier-view.tsx'

/** Instances that stand off from those which report the same metric. */
export const OutliersPage = () => {
  const [project, setProject] = useAtom(projectAtom)
  const file = useAtomValue(fileAtom)
  const detection = useAtomValue(detectionAtom)
  if (detection !== '') return <Compared source={{ detectionId: detection }} />
  if (file !== '') return <Compared source={{ filename: file }} />
  if (project !== '') return <Compared source={{ projectName: project }} />
  return <FirstProject onFound={setProject} />
}

/** Leads to the project with the newest data. */
const FirstProject = ({ onFound }: { onFound: (address: string) => void }) => {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const projects = useQuery(projectsQuery('', locale))
  const [newest] = (projects.data?.items ?? []).toSorted((a, b) => (b.lastDataAt ?? 0) - (a.lastDataAt ?? 0))
  useEffect(() => {
    if (newest !== undefined) onFound(projectAddress(newest))
  }, [newest, onFound])
  return (
    <Loaded query={projects} skeleton={<PageSkeleton />}>
      {({ items }) =>
        items.length > 0 ? (
          <PageSkeleton />
        ) : (
          <>
            <PageHead title={t('compare.outliers.title')} />
            <Panel label={t('compare.outliers.title')}>
              <EmptyState
                icon={<IconUsersGroup size={24} />}
                title={t('compare.source.addTitle')}
                text={t('compare.source.addText')}
                action={
                  <Button component={Link} to="/projects/add/custom">
                    {t('compare.source.add')}
                  </Button>
                }
              />
            </Panel>
          </>
        )
      }
    </Loaded>
  )
}

/** Sliders are asked for as they move, but not for each of their pixels. */
const slideMs = 150

const Compared = ({ source }: { source: OutlierRequest['source'] }) => {
  const [tolerance] = useDebouncedValue(useAtomValue(toleranceAtom) ?? usualTolerance, slideMs)
  const [minMembers] = useDebouncedValue(useAtomValue(membersAtom) ?? usualMembers, slideMs)
  const view = useAtomValue(viewAtom)
  const request: OutlierRequest = {
    ...{ source, tolerance, minMembers, states: view === 'states' },
    spanMs: timeMs[useAtomValue(spanAtom)],
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
        {(data) => <OutlierView found={data} isLoading={found.isPlaceholderData} />}
      </Loaded>
    </>
  )
}
