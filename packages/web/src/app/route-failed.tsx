import { useRouteError } from 'react-router-dom'
import { ProblemNotice } from '../ui/problem-notice/problem-notice.tsx'

/** Error boundary of a page that failed to load or render; the frame stays. A reload fetches the page's code again. */
export const RouteFailed = () => (
  <div style={{ maxWidth: 640, margin: '48px auto', padding: 16 }}>
    <ProblemNotice error={useRouteError()} onRetry={() => location.reload()} />
  </div>
)
