import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { toProblem } from '../../lib/problem/problem.ts'
import { PageHead } from '../page-head/page-head.tsx'
import { ProblemNotice } from '../problem-notice/problem-notice.tsx'

interface PageFailedProps {
  error: unknown
  onRetry: () => void
  /** The list that leads on where there is nothing at this address. */
  list: { name: string; path: string }
}

/** Instead of a page whose subject could not be read: what happened, and the way on. */
export const PageFailed = ({ error, onRetry, list }: PageFailedProps) => {
  const { t } = useTranslation()
  const isMissing = toProblem(error).code === 'NOT_FOUND'
  return (
    <>
      <PageHead
        parent={<Link to={list.path}>{list.name}</Link>}
        title={t(isMissing ? 'general.nothingHere' : 'general.pageFailed')}
      />
      <ProblemNotice error={error} {...(!isMissing && { onRetry })} />
      {isMissing && (
        <div>
          <Button variant="default" component={Link} to={list.path}>
            {t('general.toList', { list: list.name })}
          </Button>
        </div>
      )}
    </>
  )
}
