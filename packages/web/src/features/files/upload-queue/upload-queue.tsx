import { ActionIcon, Button, Progress, Tooltip } from '@mantine/core'
import { IconPlayerPlay, IconX } from '@tabler/icons-react'
import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.ts'
import { toProblem } from '../../../lib/problem/problem.ts'
import { Panel } from '../../../ui/panel/panel.tsx'
import { canResume, isUnderWay, type Upload, uploadPace } from './upload-model.ts'
import styles from './upload-queue.module.css'
import { cancelUploadAtom, clearUploadsAtom, dropUploadAtom, resumeUploadAtom, uploadsAtom } from './uploads-atom.ts'

/** Uploads with speed and remaining time, until they are in the list of files. */
export const UploadQueue = () => {
  const { t } = useTranslation()
  const uploads = useAtomValue(uploadsAtom).filter(({ state }) => state !== 'stored')
  const clear = useSetAtom(clearUploadsAtom)
  if (uploads.length === 0) return null
  const hasEnded = uploads.some((upload) => !isUnderWay(upload))
  return (
    <Panel
      title={t('files.queue.title')}
      actions={
        hasEnded && (
          <Button variant="subtle" size="compact-sm" onClick={clear}>
            {t('files.queue.clear')}
          </Button>
        )
      }
    >
      <ul className={styles.list} aria-label={t('files.queue.title')}>
        {uploads.map((upload) => (
          <Line key={upload.id} upload={upload} />
        ))}
      </ul>
    </Panel>
  )
}

const Line = ({ upload }: { upload: Upload }) => {
  const { t } = useTranslation()
  const { name } = upload
  const resume = useSetAtom(resumeUploadAtom)
  const stop = useSetAtom(isUnderWay(upload) ? cancelUploadAtom : dropUploadAtom)
  return (
    <li className={styles.line} data-state={upload.state}>
      <div className={styles.words}>
        <span className={`${styles.name} break`}>{name}</span>
        <UploadMessage upload={upload} />
      </div>
      {isUnderWay(upload) && (
        <Progress
          value={upload.size === 0 ? 0 : (upload.sent / upload.size) * 100}
          size={4}
          className={styles.progress}
          aria-label={t('files.queue.progress', { name })}
        />
      )}
      <div className={styles.buttons}>
        {canResume(upload) && (
          <Tooltip label={t('files.queue.retry', { name })}>
            <ActionIcon onClick={() => resume(upload.id)} aria-label={t('files.queue.retry', { name })} size={28}>
              <IconPlayerPlay size={16} />
            </ActionIcon>
          </Tooltip>
        )}
        <ActionIcon
          onClick={() => stop(upload.id)}
          aria-label={t(isUnderWay(upload) ? 'files.queue.cancel' : 'files.queue.remove', { name })}
          size={28}
        >
          <IconX size={16} />
        </ActionIcon>
      </div>
    </li>
  )
}

const UploadMessage = ({ upload }: { upload: Upload }) => {
  const { t } = useTranslation()
  const format = useFormat()
  if (upload.state === 'failed') return <Failed error={upload.error} />
  if (upload.state !== 'sending') return <span className="tiny muted">{t(`files.queue.${upload.state}`)}</span>
  const pace = uploadPace(upload, Date.now())
  const parts = [
    t('files.queue.sending', { sent: format.bytes(upload.sent), total: format.bytes(upload.size) }),
    pace && t('files.queue.speed', { speed: format.bytes(pace.bytesPerSecond) }),
    pace && t('files.queue.remaining', { duration: format.duration(Math.max(pace.remainingMs, 1000)) }),
  ]
  return (
    <span className="tiny muted" data-tabular>
      {parts.filter((part) => part !== null).join(' · ')}
    </span>
  )
}

const Failed = ({ error }: { error: unknown }) => {
  const { t } = useTranslation()
  const { code, details } = toProblem(error)
  const { line, message } = details[0] ?? {}
  return (
    <span className={`${styles.failed} break`}>
      {t(`errors.${code}`)} {line === undefined ? message : t('files.queue.atLine', { line, message })}
    </span>
  )
}
