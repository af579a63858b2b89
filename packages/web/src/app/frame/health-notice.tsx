import { Alert } from '@mantine/core'
import type { Health } from '@omen/sdk'
import { IconHeartbeat } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { omen } from '../../lib/api/omen.ts'
import { poll } from '../../lib/api/poll.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { userAtom } from '../../lib/session/session-atom.ts'

const EVERY_MS = 60_000

/** For administrators only: nobody else can act on it. */
export const HealthNotice = () => {
  const isAdmin = useAtomValue(userAtom)?.role === 'admin'
  const { data } = useQuery({
    queryKey: queryKeys.health,
    queryFn: ({ signal }) => omen.system.health({ signal }),
    refetchInterval: poll<Health>(() => EVERY_MS),
    enabled: isAdmin,
  })
  return isAdmin && data?.state === 'degraded' ? <Reasons health={data} /> : null
}

const Reasons = ({ health }: { health: Health }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const free = format.bytes(health.freeBytes ?? 0)
  return (
    <Alert color={health.success ? 'yellow' : 'red'} icon={<IconHeartbeat size={18} />} title={t('frame.health.title')}>
      {health.reasons.map((reason) => (
        <div key={reason}>{t(`frame.health.${reason}`, { damaged: health.damaged ?? 0, free })}</div>
      ))}
      <div className="tiny muted">{t('frame.health.advice')}</div>
    </Alert>
  )
}
