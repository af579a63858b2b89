import { Button } from '@mantine/core'
import type { LinkedSubscription } from '@omen/sdk'
import { useTranslation } from 'react-i18next'
import { omen } from '../../lib/api/omen.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { LinkPage } from './link-page.tsx'

/** Unsubscribes the address of a link in a mail from the alerts of a project or from reports, and undoes it. */
export const UnsubscribePage = () => {
  const { t, i18n } = useTranslation()
  return (
    <LinkPage
      title={t('mailLinks.unsubscribe.title')}
      invalid={t('mailLinks.unsubscribe.invalid')}
      queryKey={(token) => queryKeys.mailLink('unsubscribe', token, i18n.language)}
      read={(token) => omen.mailLinks.subscription(token)}
    >
      {({ data: { unsubscribed, ...data }, act, isActing }) =>
        unsubscribed ? (
          <>
            <p className="break" role="status">
              {t(`mailLinks.unsubscribe.${kindOf(data)}.done`, named(data))}
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
            <p className="break">{t(`mailLinks.unsubscribe.${kindOf(data)}.text`, named(data))}</p>
            <Button loading={isActing} onClick={() => act((token) => omen.mailLinks.unsubscribe(token))}>
              {t('mailLinks.unsubscribe.submit')}
            </Button>
          </>
        )
      }
    </LinkPage>
  )
}

type Subscription = Omit<LinkedSubscription, 'unsubscribed'>

/** Of the alerts of a project, of reports on some projects, or on all. */
const kindOf = ({ projectName, report }: Subscription) =>
  report === undefined ? 'alerts' : projectName === '' ? 'allReports' : 'reports'

const named = ({ address, projectName }: Subscription) => ({ address, projectName })
