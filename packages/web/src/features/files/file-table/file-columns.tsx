import { ActionIcon, Button, Checkbox, Menu } from '@mantine/core'
import type { Job, StoredFile } from '@omen/sdk'
import { IconDots, IconFileText } from '@tabler/icons-react'
import { useAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useFormat } from '../../../lib/format/use-format.ts'
import { jobTarget } from '../../../lib/jobs/ended-jobs.ts'
import { fileLogsPath } from '../../../lib/logs/logs-path.ts'
import { toProblem } from '../../../lib/problem/problem.ts'
import { outliersPath, rolloutPath } from '../../../lib/sources/source.ts'
import type { Column } from '../../../ui/data-table/column.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { TimeText } from '../../../ui/time-text/time-text.tsx'
import { AnalyseButton } from '../actions/analyse-button.tsx'
import { DetectForm } from '../actions/detect-form.tsx'
import { TrainForm } from '../actions/train-form.tsx'
import { DeleteFile } from '../file-page/delete-file.tsx'
import { JobButtons } from '../job-table/job-buttons.tsx'
import { isLog, isTable, standingOf } from './file-row-model.ts'
import { FileStatus } from './file-status.tsx'
import styles from './file-table.module.css'
import { selectedFilesAtom } from './files-atom.ts'

/** `newest` is the file whose action is the primary one of the page. */
export const useFileColumns = (jobs: ReadonlyMap<string, Job>, newest: string | undefined): Column<StoredFile>[] => {
  const { t } = useTranslation()
  const format = useFormat()
  const [selected, setSelected] = useAtom(selectedFilesAtom)
  const toggle = (filename: string) => {
    const next = new Set(selected)
    if (!next.delete(filename)) next.add(filename)
    setSelected(next)
  }
  return [
    {
      id: 'select',
      header: t('files.list.selectAll'),
      isHeaderHidden: true,
      isHiddenOnPhone: true,
      width: '44px',
      cell: (file) => (
        <Checkbox
          size="xs"
          aria-label={t('files.list.select', { name: file.uploadFileName })}
          checked={selected.has(file.filename)}
          disabled={file.state !== 'parsed' && file.state !== 'stored'}
          onChange={() => toggle(file.filename)}
        />
      ),
    },
    {
      id: 'name',
      header: t('files.list.name'),
      cell: (file) => (
        <div className={styles.file}>
          <IconFileText size={18} stroke={1.6} aria-hidden />
          <Link to={`/files/${file.filename}`} className="break">
            {file.uploadFileName}
          </Link>
          <FileContent file={file} />
          <div className={styles.phone}>
            <FileStatus file={file} job={jobs.get(file.filename)} />
            <FileButtons file={file} job={jobs.get(file.filename)} isNewest={file.filename === newest} />
          </div>
        </div>
      ),
      sortBy: (file) => file.uploadFileName,
    },
    {
      id: 'state',
      header: t('files.list.state'),
      isHiddenOnPhone: true,
      cell: (file) => <FileStatus file={file} job={jobs.get(file.filename)} />,
    },
    {
      id: 'size',
      header: t('files.list.size'),
      align: 'end',
      isHiddenOnPhone: true,
      cell: (file) => <span data-tabular>{format.bytes(file.bytes)}</span>,
      sortBy: (file) => file.bytes,
    },
    {
      id: 'uploaded',
      header: t('files.list.uploaded'),
      cell: (file) => <TimeText time={file.createdAt} />,
      sortBy: (file) => file.createdAt,
      isHiddenOnPhone: true,
    },
    {
      id: 'do',
      header: t('files.action.label'),
      isHeaderHidden: true,
      isHiddenOnPhone: true,
      align: 'end',
      cell: (file) => <FileButtons file={file} job={jobs.get(file.filename)} isNewest={file.filename === newest} />,
    },
  ]
}

/** What is in a file, or why it was refused, in one line. */
const FileContent = ({ file }: { file: StoredFile }) => {
  const { t } = useTranslation()
  return <span className="tiny muted break">{useContent(file) ?? t('files.list.unread')}</span>
}

const useContent = ({ state, failure, summary }: StoredFile): string | null => {
  const { t } = useTranslation()
  const format = useFormat()
  if (state === 'refused') {
    const { code, details } = toProblem(failure)
    const [first] = details
    const line = first?.line === undefined ? '' : t('files.list.atLine', { line: format.count(first.line) })
    return [t(`errors.${code}`), line].filter(Boolean).join(t('general.betweenSentences'))
  }
  if (summary === undefined) return null
  if (summary.kind === 'intervals') return t('files.preview.only.intervals', { count: summary.rows })
  if (summary.kind === 'logs' && summary.rows > 0)
    return [
      t('files.list.lines', { count: summary.rows, lines: format.count(summary.rows) }),
      ...(summary.from !== null && summary.to !== null ? [format.span(summary.from, summary.to)] : []),
    ].join(' · ')
  if (summary.kind !== 'metrics') return t(`files.preview.only.${summary.kind}`)
  const parts = [
    t(summary.rejectedRows > 0 ? 'files.list.rowsKept' : 'files.list.rows', {
      count: summary.rows,
      rows: format.count(summary.rows),
    }),
    t('files.list.series', { count: summary.columnCount, series: format.count(summary.columnCount) }),
    summary.intervalMs === null
      ? t('files.list.irregular')
      : t('files.list.every', { interval: format.duration(summary.intervalMs) }),
    summary.from !== null && summary.to !== null && format.span(summary.from, summary.to),
    summary.gapCount > 0 && t('files.list.gaps', { count: summary.gapCount }),
    summary.delimiter !== undefined &&
      summary.delimiter !== 'comma' &&
      t(`files.preview.delimiter.${summary.delimiter}`),
    summary.decimal === 'comma' && t('files.preview.decimalComma'),
  ]
  return parts.filter((part) => typeof part === 'string').join(' · ')
}

type Action = 'train' | 'detect' | 'delete'

/** What can be done with a file, where it stands: train and detect, open what came of it, run again what failed. */
const FileButtons = ({ file, job, isNewest }: { file: StoredFile; job: Job | undefined; isNewest: boolean }) => {
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
