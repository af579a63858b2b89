import type { Integration } from '@omen/sdk'
import { useTranslation } from 'react-i18next'
import { TimeText } from '../../../ui/time-text/time-text.tsx'

export const hasRemark = ({ stoppedAt, lastDelivery }: Integration): true | null =>
  stoppedAt !== null || lastDelivery?.error ? true : null

/** Why alerts do not arrive there. */
export const IntegrationRemark = ({ integration }: { integration: Integration }) => {
  const { t } = useTranslation()
  const { stoppedAt, stoppedText, lastDelivery } = integration
  return (
    <div className="small break" style={{ color: 'var(--omen-failed)' }}>
      {stoppedAt === null ? (
        lastDelivery?.error
      ) : (
        <>
          {t('integrations.stoppedSince')} <TimeText time={stoppedAt} />
          {t('general.colon')}
          {stoppedText} {t('integrations.resume')}
        </>
      )}
    </div>
  )
}
