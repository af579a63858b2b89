import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router-dom'
import { omen } from '../lib/api/omen.ts'
import { queryKeys } from '../lib/api/query-keys.ts'
import { Loaded } from '../ui/panel/loaded.tsx'
import { PageSkeleton } from '../ui/skeletons/skeletons.tsx'

/** Whether there is a detection to show besides the demo, which every account sees and whose files the first administrator owns. */
const hasDetections = async (): Promise<boolean> =>
  (await omen.detections.list({ demo: false, pageSize: 1 })).items.length > 0

/** Leads to the detections, and to the welcome page until there are some. */
export const Start = () => {
  const query = useQuery({ queryKey: queryKeys.start, queryFn: hasDetections, staleTime: 0, gcTime: 0 })
  return (
    <Loaded query={query} skeleton={<PageSkeleton />}>
      {(hasSome) => <Navigate to={hasSome ? '/detections' : '/welcome'} replace />}
    </Loaded>
  )
}
