import { Badge, Button } from '@mantine/core'
import type { Session } from '@omen/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { atomWithQuery } from 'jotai-tanstack-query'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { toProblem } from '../../../lib/problem/problem.ts'
import type { Column } from '../../../ui/data-table/column.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { PageHead } from '../../../ui/page-head/page-head.tsx'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { RowsSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { TimeText } from '../../../ui/time-text/time-text.tsx'
import { browserName } from './browser-name.ts'

const sessionsAtom = atomWithQuery(() => ({
  queryKey: queryKeys.sessions,
  queryFn: ({ signal }) => omen.accounts.sessions({ signal }),
}))

export const SessionsPage = () => {
  const { t } = useTranslation()
  const sessions = useAtomValue(sessionsAtom)
  const end = useEndSessions()
  const columns = useSessionColumns((id) => end.mutate(id))
  const hasOthers = (sessions.data ?? []).some((session) => !session.current)
  return (
    <>
      <PageHead
        title={t('account.sessions.title')}
        text={t('account.sessions.text')}
        actions={
          hasOthers && (
            <Button variant="default" onClick={() => end.mutate(undefined)} loading={end.isPending}>
              {t('account.sessions.endOthers')}
            </Button>
          )
        }
      />
      <Panel label={t('account.sessions.label')} flush>
        <Loaded query={sessions} skeleton={<RowsSkeleton rows={3} />}>
          {(all) => (
            <DataTable
              label={t('account.sessions.label')}
              columns={columns}
              rows={all}
              rowKey={(session) => session.id}
            />
          )}
        </Loaded>
      </Panel>
    </>
  )
}

const useEndSessions = () => {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const showMessage = useSetAtom(showMessageAtom)
  return useMutation({
    mutationFn: (id: string | undefined) => omen.accounts.endSessions(id),
    onSuccess: (count) => showMessage(t('account.sessions.ended', { count })),
    onError: (error) => showMessage(t(`errors.${toProblem(error).code}`), 'failed'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.sessions }),
  })
}

const useSessionName = (): ((session: Session) => string) => {
  const { t } = useTranslation()
  return ({ userAgent }) => {
    const { browser, system } = browserName(userAgent ?? '')
    if (browser === null) return userAgent == null || userAgent === '' ? t('account.sessions.unknown') : userAgent
    return system === null ? browser : t('account.sessions.browserOn', { browser, system })
  }
}

const useSessionColumns = (onEnd: (id: string) => void): Column<Session>[] => {
  const { t } = useTranslation()
  const nameOf = useSessionName()
  return [
    {
      id: 'device',
      header: t('account.sessions.device'),
      cell: (session) => (
        <span className="row" style={{ gap: 8 }} title={session.userAgent ?? undefined}>
          <span className="break">{nameOf(session)}</span>
          {session.current && (
            <Badge size="xs" variant="light" tt="none">
              {t('account.sessions.current')}
            </Badge>
          )}
        </span>
      ),
      sortBy: nameOf,
    },
    {
      id: 'address',
      header: t('account.sessions.address'),
      isHiddenOnPhone: true,
      cell: (session) => session.address ?? '',
      sortBy: (session) => session.address ?? null,
    },
    {
      id: 'signedIn',
      header: t('account.sessions.signedIn'),
      isHiddenOnPhone: true,
      cell: (session) => <TimeText time={session.createdAt} />,
      sortBy: (session) => session.createdAt,
    },
    {
      id: 'lastUsed',
      header: t('account.sessions.lastUsed'),
      cell: (session) => <TimeText time={session.lastUsedAt} />,
      sortBy: (session) => session.lastUsedAt,
    },
    {
      id: 'do',
      header: t('account.sessions.end'),
      isHeaderHidden: true,
      align: 'end',
      cell: (session) =>
        !session.current && (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => onEnd(session.id)}
            aria-label={t('account.sessions.endNamed', { name: nameOf(session) })}
          >
            {t('account.sessions.end')}
          </Button>
        ),
    },
  ]
}
