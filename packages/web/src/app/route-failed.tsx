import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router-dom'
import { PageHead } from '../ui/page-head/page-head.tsx'
import { ProblemNotice } from '../ui/problem-notice/problem-notice.tsx'

/** Error boundary of a page that failed to load or render; the frame stays. A reload fetches the page's code again. */
export const RouteFailed = () => {
  const { t } = useTranslation()
  return (
    <div className="stack" style={{ maxWidth: 640, margin: '48px auto', padding: 16 }}>
      <PageHead title={t('general.pageFailed')} />
      <ProblemNotice error={useRouteError()} onRetry={() => location.reload()} />
    </div>
  )
}
