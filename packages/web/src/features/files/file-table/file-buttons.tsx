import { ActionIcon, Button, Menu } from '@mantine/core'
import type { Job, StoredFile } from '@omen/sdk'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { jobTarget } from '../../../lib/jobs/ended-jobs.ts'
import { fileLogsPath } from '../../../lib/logs/logs-path.ts'
import { outliersPath, rolloutPath } from '../../../lib/sources/source.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { AnalyseButton } from '../actions/analyse-button.tsx'
import { DetectForm } from '../actions/detect-form.tsx'
import { TrainForm } from '../actions/train-form.tsx'
import { DeleteFile } from '../file-page/delete-file.tsx'
import { JobButtons } from '../job-table/job-buttons.tsx'
import { isLog, isTable, standingOf } from './file-row-model.ts'
import styles from './file-table.module.css'

type Action = 'train' | 'detect' | 'delete'

/** What can be done with a file, where it stands: train and detect, open what came of it, run again what failed. */
export const FileButtons = ({ file, job, isNewest }: { file: StoredFile; job: Job | undefined; isNewest: boolean }) => {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<Action | null>(null)
  const close = () => setDialog(null)
  const standing = standingOf(file, job)
  const named = { name: file.uploadFileName }
  const target = job === undefined || standing !== 'done' ? null : jobTarget(job)
  const isTrained = target?.startsWith('/models') === true
  const canStart = isTable(file) && standing !== 'working'
  const isLogs = target?.startsWith('/logs') === true
  return (
    <div className={styles.buttons}>
      {canStart && target === null && standing !== 'failed' && (
        <Button variant="default" onClick={() => setDialog('train')} aria-label={t('files.list.train', named)}>
          {t('files.action.train')}
        </Button>
      )}
      {isLog(file) && standing !== 'working' && target === null && <AnalyseButton file={file} isNewest={isNewest} />}
      {target !== null && (
        <Button component={Link} to={target} variant={isTrained || !isNewest ? 'default' : 'filled'}>
          {t(isLogs ? 'files.list.logs' : isTrained ? 'files.jobs.openModel' : 'files.list.open')}
        </Button>
      )}
      {standing === 'failed' && job !== undefined && <JobButtons job={job} />}
      {canStart && (target === null || isTrained) && standing !== 'failed' && (
        <Button
          variant={isNewest ? 'filled' : 'default'}
          onClick={() => setDialog('detect')}
          aria-label={t('files.list.detect', named)}
        >
          {t('files.action.detect')}
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={t('files.list.more', named)} size={28}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={Link} to={`/files/${file.filename}`}>
            {t('files.list.details')}
          </Menu.Item>
          {isLog(file) && (
            <Menu.Item component={Link} to={fileLogsPath(file.filename)}>
              {t('files.list.logs')}
            </Menu.Item>
          )}
          {canStart && <Menu.Item onClick={() => setDialog('train')}>{t('files.action.train')}</Menu.Item>}
          {canStart && <Menu.Item onClick={() => setDialog('detect')}>{t('files.action.detect')}</Menu.Item>}
          {isTable(file) && (
            <>
              <Menu.Item component={Link} to={outliersPath({ filename: file.filename })}>
                {t('frame.nav.outliers')}
              </Menu.Item>
              <Menu.Item component={Link} to={rolloutPath({ filename: file.filename })}>
                {t('frame.nav.rollout')}
              </Menu.Item>
            </>
          )}
          <Menu.Item color="red" onClick={() => setDialog('delete')}>
            {t('files.detail.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {(dialog === 'train' || dialog === 'detect') && (
        <Dialog
          size="lg"
          onClose={close}
          title={<b>{t(`files.list.${dialog}`, named)}</b>}
          closeButtonProps={{ 'aria-label': t('general.close') }}
        >
          {dialog === 'train' ? (
            <TrainForm file={file} onStarted={close} />
          ) : (
            <DetectForm files={[file]} onStarted={close} />
          )}
        </Dialog>
      )}
      {dialog === 'delete' && <DeleteFile file={file} onDeleted={close} onClose={close} />}
    </div>
  )
}
