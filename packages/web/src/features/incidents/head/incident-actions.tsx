import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core'
import type { IncidentAction, IncidentDetail, ListedIncident } from '@omen/sdk'
import {
  IconArrowMerge,
  IconArrowsSplit2,
  IconCheck,
  IconDots,
  IconDownload,
  IconEye,
  IconLink,
  IconPrinter,
  IconRotate,
  IconSchool,
  IconSchoolOff,
  IconShare,
  IconStar,
  IconStarFilled,
} from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { saveFile } from '../../../findings/export/save-file.ts'
import { PublishDialog } from '../../../findings/publish/publish-dialog.tsx'
import { rangeCodec } from '../../../lib/address/url-codecs.ts'
import { omen } from '../../../lib/api/omen.ts'
import { livePath } from '../../../lib/projects/project-address.ts'
import { userAtom } from '../../../lib/session/session-atom.ts'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { useIncidentAddress } from '../state/incident-address.ts'
import { shownTime } from '../state/shown-time.ts'
import { useDecide } from '../state/use-decide.ts'
import { useStar } from '../state/use-star.ts'
import styles from './incident-head.module.css'
import { MergeDialog } from './merge-dialog.tsx'
import { ResolveDialog } from './resolve-dialog.tsx'
import { SplitDialog } from './split-dialog.tsx'
import { TrainingDialog } from './training-dialog.tsx'

/** Of what is published. */
const LONGEST_NAME = 80

type Opened = 'resolve' | 'merge' | 'split' | 'training' | 'publish' | null

/** What the caller can do with an incident now, the next step first. */
export const IncidentActions = ({ detail }: { detail: IncidentDetail }) => {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<Opened>(null)
  const { incident, can, training } = detail
  const decide = useDecide(incident.id)
  const may = (action: IncidentAction) => can.includes(action)
  const onClose = () => setOpened(null)
  return (
    <div className={styles.actions}>
      {may('acknowledge') && incident.state === 'open' && (
        <Button
          leftSection={<IconEye size={16} />}
          loading={decide.isPending}
          onClick={() => decide.mutate('acknowledge')}
        >
          {t('incidents.actions.acknowledge')}
        </Button>
      )}
      {may('resolve') && (
        <Button
          variant={incident.state === 'acknowledged' ? 'filled' : 'default'}
          leftSection={<IconCheck size={16} />}
          onClick={() => setOpened('resolve')}
        >
          {t('incidents.actions.resolve')}
        </Button>
      )}
      {may('reopen') && incident.state === 'resolved' && (
        <Button
          variant="default"
          leftSection={<IconRotate size={16} />}
          loading={decide.isPending}
          onClick={() => decide.mutate('reopen')}
        >
          {t('incidents.actions.reopen')}
        </Button>
      )}
      {(may('excludeFromTraining') || may('includeInTraining')) && (
        <Button
          variant="default"
          leftSection={training.isExcluded ? <IconSchool size={16} /> : <IconSchoolOff size={16} />}
          onClick={() => setOpened('training')}
        >
          {t(training.isExcluded ? 'incidents.actions.include' : 'incidents.actions.exclude')}
        </Button>
      )}
      <ExportMenu incident={incident} />
      {may('star') || may('unstar') ? <Star detail={detail} /> : null}
      <More detail={detail} may={may} onOpen={setOpened} onReopen={() => decide.mutate('reopen')} />
      {opened === 'resolve' && <ResolveDialog id={incident.id} onClose={onClose} />}
      {opened === 'merge' && <MergeDialog incident={incident} onClose={onClose} />}
      {opened === 'split' && <SplitDialog detail={detail} onClose={onClose} />}
      {opened === 'training' && <TrainingDialog detail={detail} onClose={onClose} />}
      {opened === 'publish' && <Publish detail={detail} onClose={onClose} />}
    </div>
  )
}

const FORMATS = ['md', 'html', 'json'] as const
const TYPES = { md: 'text/markdown', html: 'text/html', json: 'application/json' }

/** Saves the incident as a document. */
const ExportMenu = ({ incident: { id, title } }: { incident: ListedIncident }) => {
  const { t } = useTranslation()
  const showMessage = useSetAtom(showMessageAtom)
  const save = useMutation({
    mutationFn: (format: (typeof FORMATS)[number]) => omen.incidents.export(id, format),
    onSuccess: (text, format) => saveFile(`${title}.${format}`, new Blob([text], { type: TYPES[format] })),
    onError: () => showMessage(t('incidents.actions.exportFailed'), 'failed'),
  })
  return (
    <Menu position="bottom-end" width={160}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} />} loading={save.isPending}>
          {t('incidents.actions.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FORMATS.map((format) => (
          <Menu.Item key={format} onClick={() => save.mutate(format)}>
            {t(`incidents.actions.exports.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The time around the incident, as the page shows it. */
const Publish = ({ detail, onClose }: { detail: IncidentDetail; onClose: () => void }) => {
  const [now] = useState(() => Date.now())
  const { incident } = detail
  const projectName = useIncidentAddress(incident)
  const { from, to } = shownTime(detail, now)
  return (
    <PublishDialog
      subject={{ projectName, from, to: Math.min(to, now) }}
      name={incident.title.slice(0, LONGEST_NAME)}
      onClose={onClose}
    />
  )
}

const Star = ({ detail: { incident } }: { detail: IncidentDetail }) => {
  const { t } = useTranslation()
  const star = useStar(incident.id)
  const label = t(incident.starred ? 'incidents.actions.unstar' : 'incidents.actions.star')
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="default"
        size={32}
        aria-label={label}
        aria-pressed={incident.starred}
        loading={star.isPending}
        onClick={() => star.mutate(!incident.starred)}
      >
        {incident.starred ? <IconStarFilled size={16} /> : <IconStar size={16} />}
      </ActionIcon>
    </Tooltip>
  )
}

interface MoreProps {
  detail: IncidentDetail
  may: (action: IncidentAction) => boolean
  onOpen: (opened: Opened) => void
  onReopen: () => void
}

const More = ({ detail, may, onOpen, onReopen }: MoreProps) => {
  const { t } = useTranslation()
  const showMessage = useSetAtom(showMessageAtom)
  const { incident, source, picture } = detail
  const address = useIncidentAddress(incident)
  const isMine = useAtomValue(userAtom)?.userName === incident.owner
  // A copy is made of the points
  const canPublish = source.kind === 'project' && isMine && picture.source !== 'kept' && !detail.retention.hasPassed
  const range = rangeCodec.format(shownTime(detail, Date.now())) ?? ''
  const copy = () =>
    navigator.clipboard.writeText(location.href).then(() => showMessage(t('incidents.page.linkCopied')))
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Tooltip label={t('incidents.actions.more')}>
          <ActionIcon variant="default" size={32} aria-label={t('incidents.actions.more')}>
            <IconDots size={16} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {may('reopen') && incident.state === 'acknowledged' && (
          <Menu.Item leftSection={<IconRotate size={16} />} onClick={onReopen}>
            {t('incidents.actions.reopen')}
          </Menu.Item>
        )}
        {may('merge') && (
          <Menu.Item leftSection={<IconArrowMerge size={16} />} onClick={() => onOpen('merge')}>
            {t('incidents.actions.merge')}
          </Menu.Item>
        )}
        {may('split') && (
          <Menu.Item leftSection={<IconArrowsSplit2 size={16} />} onClick={() => onOpen('split')}>
            {t('incidents.actions.split')}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconEye size={16} />}
          component={Link}
          to={
            source.kind === 'project'
              ? `${livePath(address)}?${new URLSearchParams({ incident: incident.id, range })}`
              : `/detections/${source.detectionId ?? ''}`
          }
        >
          {t(source.kind === 'project' ? 'incidents.page.openLive' : 'incidents.page.openDetection')}
        </Menu.Item>
        {canPublish && (
          <Menu.Item leftSection={<IconShare size={16} />} onClick={() => onOpen('publish')}>
            {t('published.publish')}
          </Menu.Item>
        )}
        {/* The browser gives it on HTTPS and on this machine only */}
        {navigator.clipboard !== undefined && (
          <Menu.Item leftSection={<IconLink size={16} />} onClick={() => void copy()}>
            {t('incidents.page.copyLink')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
          {t('incidents.page.print')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
