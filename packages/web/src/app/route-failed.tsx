import { useRouteError } from 'react-router-dom'
import { ProblemNotice } from '../ui/problem-notice/problem-notice.tsx'

/** A page that could not be loaded or drawn; the frame around it stays. A reload fetches the page's code again. */
export const RouteFailed = () => (
  <div style={{ maxWidth: 640, margin: '48px auto', padding: 16 }}>
    <ProblemNotice error={useRouteError()} onRetry={() => location.reload()} />
  </div>
)
