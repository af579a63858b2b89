import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router-dom'
import { omen } from '../lib/api/omen.ts'
import { queryKeys } from '../lib/api/query-keys.ts'
import { Loaded } from '../ui/panel/loaded.tsx'
import { PageSkeleton } from '../ui/skeletons/skeletons.tsx'

/** Shows the welcome page to users without data, and detections to everybody else. */
const hasOwnWork = async (): Promise<boolean> => {
  const [files, models] = await Promise.all([
    omen.files.list({ pageSize: 1 }),
    omen.models.list({ pageSize: 1, shared: false }),
  ])
  return files.total > 0 || models.items.some((model) => model.mine)
}

export const Start = () => {
  const query = useQuery({ queryKey: queryKeys.start, queryFn: hasOwnWork, staleTime: 0, gcTime: 0 })
  return (
    <Loaded query={query} skeleton={<PageSkeleton />}>
      {(hasWork) => <Navigate to={hasWork ? '/detections' : '/welcome'} replace />}
    </Loaded>
  )
}
