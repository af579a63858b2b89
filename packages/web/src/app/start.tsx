import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router-dom'
import { omen } from '../lib/api/omen.ts'
import { queryKeys } from '../lib/api/query-keys.ts'
import { Loaded } from '../ui/panel/loaded.tsx'
import { PageSkeleton } from '../ui/skeletons/skeletons.tsx'

/** A page of projects, one of which the server adds itself: enough to see whether one of the others has sent something. */
const FEW_PROJECTS = 50

/** The demo, a detection and a project, does not count: every account sees it, and the first administrator owns its files. */
const findStart = async (): Promise<string> => {
  const [detections, projects] = await Promise.all([
    omen.detections.list({ demo: false, pageSize: 1 }),
    omen.projects.list({ pageSize: FEW_PROJECTS }),
  ])
  const own = projects.items.filter(({ demo }) => !demo)
  if (own.some(({ state }) => state !== 'connecting')) return '/dashboard'
  if (detections.items.length > 0) return '/detections'
  return own.length > 0 ? '/projects' : '/welcome'
}

/** Leads to the dashboard where a project has sent something, else to the detections or the projects, and to the welcome page until there are some. */
export const Start = () => {
  const query = useQuery({ queryKey: queryKeys.start, queryFn: findStart, staleTime: 0, gcTime: 0 })
  return (
    <Loaded query={query} skeleton={<PageSkeleton />}>
      {(path) => <Navigate to={path} replace />}
    </Loaded>
  )
}
