import { Button } from '@mantine/core'
import { formatTime } from '@omen/charts'
import { useTranslation } from 'react-i18next'
import { omen } from '../../lib/api/omen.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { LinkPage } from './link-page.tsx'

/** Acknowledges the incident of a link in a mail. */
export const AcknowledgePage = () => {
  const { t, i18n } = useTranslation()
  return (
    <LinkPage
      title={t('mailLinks.acknowledge.title')}
      invalid={t('mailLinks.acknowledge.invalid')}
      queryKey={(token) => queryKeys.mailLink('acknowledge', token, i18n.language)}
      read={(token) => omen.mailLinks.incident(token)}
    >
      {({ data, act, isActing }) => {
        const { sentence, projectName, start, timeZone, state } = data
        const since = formatTime(start, 'full', i18n.language, timeZone)
        return (
          <>
            <p className="break">{sentence}</p>
            <p className="muted break">{t('mailLinks.acknowledge.since', { projectName, since, timeZone })}</p>
            {state === 'open' ? (
              <Button loading={isActing} onClick={() => act((token) => omen.mailLinks.acknowledge(token))}>
                {t('mailLinks.acknowledge.submit')}
              </Button>
            ) : (
              <p role="status">{t(`mailLinks.acknowledge.${state}`)}</p>
            )}
          </>
        )
      }}
    </LinkPage>
  )
}
