import { useTranslation } from 'react-i18next'
import { PageHead } from '../../../ui/page-head/page-head.tsx'

/** In place of a copy that was revoked, has expired, or never was: which of them is nobody's business. */
export const Ended = ({ wasOpen }: { wasOpen: boolean }) => {
  const { t } = useTranslation()
  return (
    <div role="alert">
      <PageHead title={t(wasOpen ? 'published.ended' : 'published.notThere')} text={t('published.endedText')} />
    </div>
  )
}
