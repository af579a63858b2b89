import { Button, Menu } from '@mantine/core'
import type { FrozenDetection, Published } from '@omen/sdk'
import { IconBadge, IconDownload, IconLink, IconPencil, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../findings/export/save-file.ts'
import { ViewMenu } from '../../../findings/view-menu/view-menu.tsx'
import { useNavigateAfter } from '../../../lib/address/use-navigate-after.ts'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { toProblem } from '../../../lib/problem/problem.ts'
import { Command } from '../../../ui/command/command.tsx'
import { ConfirmDialog } from '../../../ui/confirm/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { badgeOf } from './badge-of.ts'
import { EditDialog } from './edit-dialog.tsx'

/** What is done with a copy: taken along by everybody, changed and revoked by its owner. */
export const PublishedActions = ({ record, detection }: { record: Published; detection: FrozenDetection }) => {
  const { t } = useTranslation()
  const [opened, open] = useState<'edit' | 'badge' | 'revoke' | null>(null)
  const { link, mine } = record
  const close = () => open(null)
  return (
    <>
      <OfflineButton record={record} />
      {mine && (
        <Button variant="default" leftSection={<IconPencil size={16} />} onClick={() => open('edit')}>
          {t('published.edit')}
        </Button>
      )}
      <ViewMenu name={record.name} analysis={detection} hasFindings={detection.kind === 'detection'}>
        {link !== undefined && <CopyLink link={link} />}
        <Menu.Item leftSection={<IconBadge size={16} />} onClick={() => open('badge')}>
          {t('published.badge')}
        </Menu.Item>
        {mine && (
          <>
            <Menu.Divider />
            <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => open('revoke')}>
              {t('published.revoke')}
            </Menu.Item>
          </>
        )}
      </ViewMenu>
      {opened === 'edit' && <EditDialog record={record} onClose={close} />}
      {opened === 'badge' && <BadgeDialog record={record} onClose={close} />}
      {opened === 'revoke' && <RevokeDialog record={record} onClose={close} />}
    </>
  )
}

/** The badge, and what to put into a README for it. */
const BadgeDialog = ({ record, onClose }: { record: Published; onClose: () => void }) => {
  const { t } = useTranslation()
  const { address, markdown } = badgeOf(record, location.origin)
  const shown = new URL(address)
  return (
    <Dialog
      onClose={onClose}
      title={<b>{t('published.badge')}</b>}
      closeButtonProps={{ 'aria-label': t('general.close') }}
    >
      <div className="stack">
        <p style={{ margin: 0 }}>{t('published.badgeText')}</p>
        <img
          src={`${shown.pathname}${shown.search}`}
          alt={t('published.badgeOf', { name: record.name })}
          height={20}
          style={{ alignSelf: 'flex-start' }}
        />
        <Command text={markdown} />
        <p className="muted tiny" style={{ margin: 0 }}>
          {t(record.link === undefined ? 'published.badgeClosed' : 'published.badgeOpen')}
        </p>
      </div>
    </Dialog>
  )
}

const RevokeDialog = ({ record, onClose }: { record: Published; onClose: () => void }) => {
  const { t } = useTranslation()
  const navigate = useNavigateAfter()
  const queryClient = useQueryClient()
  const showMessage = useSetAtom(showMessageAtom)
  const revoke = async () => {
    await omen.published.revoke(record.id)
    // Before its page asks for it again
    await navigate('/published')
    queryClient.removeQueries({ queryKey: queryKeys.published.record(record.id) })
    await queryClient.invalidateQueries({ queryKey: queryKeys.published.lists })
    showMessage(t('published.revoked'))
  }
  return (
    <ConfirmDialog
      title={t('published.revokeTitle', { name: record.name })}
      action={t('published.revoke')}
      onConfirm={revoke}
      onClose={onClose}
    >
      {t('published.revokeText')}
    </ConfirmDialog>
  )
}

/** Saves the file that opens without any network; `linkKey` is that of an open link. */
export const OfflineButton = ({ record, linkKey }: { record: Published; linkKey?: string }) => {
  const { t } = useTranslation()
  const showMessage = useSetAtom(showMessageAtom)
  const save = useMutation({
    mutationFn: () => omen.published.bundle(record.id, { key: linkKey }),
    onSuccess: (html) => saveFile(`${record.name}.html`, new Blob([html], { type: 'text/html' })),
    onError: (error) => showMessage(t(`errors.${toProblem(error).code}`), 'failed'),
  })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {t('published.offline')}
    </Button>
  )
}

const CopyLink = ({ link }: { link: string }) => {
  const { t } = useTranslation()
  const showMessage = useSetAtom(showMessageAtom)
  const copy = async () => {
    await navigator.clipboard.writeText(link)
    showMessage(t('analysis.toolbar.linkCopied'))
  }
  if (navigator.clipboard === undefined) return null
  return (
    <Menu.Item leftSection={<IconLink size={16} />} onClick={() => void copy()}>
      {t('published.copyOpenLink')}
    </Menu.Item>
  )
}
