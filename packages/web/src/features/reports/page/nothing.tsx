import { IconReportAnalytics } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Doors } from '../../../ui/doors/doors.tsx'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'

/** Where there is no data in the time shown, or no project at all. */
export const Nothing = ({ projects }: { projects: number }) => {
  const { t } = useTranslation()
  return (
    <>
      <EmptyState
        icon={<IconReportAnalytics size={32} stroke={1.4} />}
        text={t(projects === 0 ? 'reports.noProjects' : 'reports.noDataText')}
      />
      {projects === 0 && <Doors />}
    </>
  )
}
