import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router-dom'
import { omen } from '../lib/api/omen.ts'
import { Loaded } from '../ui/panel/loaded.tsx'
import { PageSkeleton } from '../ui/skeletons/skeletons.tsx'

/** Whoever has nothing yet sees the three doors, everybody else the detections. */
const hasOwnWork = async (): Promise<boolean> => {
  const [files, models] = await Promise.all([
    omen.files.list({ pageSize: 1 }),
    omen.models.list({ pageSize: 1, shared: false }),
  ])
  return files.total > 0 || models.items.some((model) => model.mine)
}

export const Start = () => {
  const query = useQuery({ queryKey: ['start'], queryFn: hasOwnWork, staleTime: 0, gcTime: 0 })
  return (
    <Loaded query={query} skeleton={<PageSkeleton />}>
      {(hasWork) => <Navigate to={hasWork ? '/detections' : '/welcome'} replace />}
    </Loaded>
  )
}
