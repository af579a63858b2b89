import { Button } from '@mantine/core'
import type { StoredFile } from '@omen/sdk'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { fileLogsPath } from '../../../lib/logs/logs-path.ts'
import { Panel } from '../../../ui/panel/panel.tsx'
import { standingOf } from '../file-table/file-row-model.ts'
import { newestJobsAtom } from '../file-table/files-atom.ts'
import { AnalyseButton } from './analyse-button.tsx'

/** What can be done with a log file: analyse it, or open what was found. */
export const AnalyseLogs = ({ file }: { file: StoredFile }) => {
  const { t } = useTranslation()
  const standing = standingOf(file, useAtomValue(newestJobsAtom).get(file.filename))
  return (
    <Panel title={t('files.detail.whatNow')}>
      <p className="muted" style={{ margin: '0 0 12px' }}>
        {t('files.action.analyseText')}
      </p>
      <div className="row">
        {standing !== 'working' && standing !== 'done' && <AnalyseButton file={file} isNewest />}
        <Button component={Link} to={fileLogsPath(file.filename)} variant={standing === 'done' ? 'filled' : 'default'}>
          {t('files.list.logs')}
        </Button>
      </div>
    </Panel>
  )
}
