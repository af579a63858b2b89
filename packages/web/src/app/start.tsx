import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router-dom'
import { omen } from '../lib/api/omen.ts'
import { queryKeys } from '../lib/api/query-keys.ts'
import { Loaded } from '../ui/panel/loaded.tsx'
import { PageSkeleton } from '../ui/skeletons/skeletons.tsx'

/** The demo, a detection and a project, does not count: every account sees it, and the first administrator owns its files. */
const findStart = async (): Promise<string> => {
  const [detections, projects] = await Promise.all([
    omen.detections.list({ demo: false, pageSize: 1 }),
    omen.projects.list({ pageSize: 2 }),
  ])
  if (detections.items.length > 0) return '/detections'
  return projects.items.some(({ demo }) => !demo) ? '/projects' : '/welcome'
}

/** Leads to the detections, else to the projects, and to the welcome page until there are some. */
export const Start = () => {
  const query = useQuery({ queryKey: queryKeys.start, queryFn: findStart, staleTime: 0, gcTime: 0 })
  return (
    <Loaded query={query} skeleton={<PageSkeleton />}>
      {(path) => <Navigate to={path} replace />}
    </Loaded>
  )
}
