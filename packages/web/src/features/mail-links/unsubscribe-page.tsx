import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { omen } from '../../lib/api/omen.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { LinkPage } from './link-page.tsx'

/** Unsubscribes the address of a link in a mail from the alerts of a project, and undoes it. */
export const UnsubscribePage = () => {
  const { t, i18n } = useTranslation()
  return (
    <LinkPage
      title={t('mailLinks.unsubscribe.title')}
      queryKey={(token) => queryKeys.mailLink('unsubscribe', token, i18n.language)}
      read={(token) => omen.mailLinks.subscription(token)}
    >
      {({ data: { address, projectName, unsubscribed }, act, isActing }) =>
        unsubscribed ? (
          <>
            <p className="break" role="status">
              {t('mailLinks.unsubscribe.done', { address, projectName })}
            </p>
            <Button
              variant="default"
              loading={isActing}
              onClick={() => act((token) => omen.mailLinks.subscribeAgain(token))}
            >
              {t('mailLinks.unsubscribe.undo')}
            </Button>
          </>
        ) : (
          <>
            <p className="break">{t('mailLinks.unsubscribe.text', { address, projectName })}</p>
            <Button loading={isActing} onClick={() => act((token) => omen.mailLinks.unsubscribe(token))}>
              {t('mailLinks.unsubscribe.submit')}
            </Button>
          </>
        )
      }
    </LinkPage>
  )
}
