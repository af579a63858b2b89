import { Button } from '@mantine/core'
import type { StoredFile } from '@omen/sdk'
import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { toProblem } from '../../../lib/problem/problem.ts'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { useStartJobs } from './use-start-job.ts'

/** Reads the lines of a log file: templates, and what is odd in them. */
export const AnalyseButton = ({ file, isNewest }: { file: StoredFile; isNewest: boolean }) => {
  const { t } = useTranslation()
  const showMessage = useSetAtom(showMessageAtom)
  const start = useStartJobs()
  const analyse = () =>
    start.mutate([{ call: 'logs', fields: { filename: file.filename } }], {
      onError: (error) => showMessage(t(`errors.${toProblem(error).code}`), 'failed'),
    })
  return (
    <Button
      variant={isNewest ? 'filled' : 'default'}
      loading={start.isPending}
      onClick={analyse}
      aria-label={t('files.list.analyse', { name: file.uploadFileName })}
    >
      {t('files.action.analyse')}
    </Button>
  )
}
