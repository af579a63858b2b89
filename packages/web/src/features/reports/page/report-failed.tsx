import type { ReportKind } from '@omen/sdk'
import { useTranslation } from 'react-i18next'
import { PageFailed } from '../../../ui/page-failed/page-failed.tsx'

interface ReportFailedProps {
  kind: ReportKind
  error: unknown
  onRetry: () => void
}

/** Instead of a report that could not be read; of what is not there, the way to that on all projects. */
export const ReportFailed = ({ kind, error, onRetry }: ReportFailedProps) => {
  const { t } = useTranslation()
  return <PageFailed error={error} onRetry={onRetry} list={{ name: t(`reports.${kind}`), path: `/${kind}` }} />
}
