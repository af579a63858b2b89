import { Tabs } from '@mantine/core'
import { useAtom, useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { atomFromUrl } from '../../../lib/address/address-atom.ts'
import { oneOf } from '../../../lib/address/url-codecs.ts'
import { PageHead } from '../../../ui/page-head/page-head.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { TabList } from '../../../ui/tab-list/tab-list.tsx'
import { DropZone } from '../drop-zone/drop-zone.tsx'
import { standingOf } from '../file-table/file-row-model.ts'
import { FileSearch, FileTable } from '../file-table/file-table.tsx'
import { filesAtom, newestJobsAtom } from '../file-table/files-atom.ts'
import { JobTable } from '../job-table/job-table.tsx'
import { isUnderWay } from '../upload-queue/upload-model.ts'
import { UploadQueue } from '../upload-queue/upload-queue.tsx'
import { uploadsAtom } from '../upload-queue/uploads-atom.ts'

const tabAtom = atomFromUrl('tab', oneOf(['files', 'jobs'], 'files'))

export const FilesPage = () => {
  const { t } = useTranslation()
  const [tab, setTab] = useAtom(tabAtom)
  return (
    <>
      <PageHead title={useHeadline()} name={t('files.title')} actions={tab === 'files' && <FileSearch />} />
      <DropZone />
      <UploadQueue />
      <Tabs value={tab} onChange={(value) => setTab(value === 'jobs' ? 'jobs' : 'files')} keepMounted={false}>
        <TabList aria-label={t('files.tabs.label')} mb={12}>
          <Tabs.Tab value="files">{t('files.tabs.files')}</Tabs.Tab>
          <Tabs.Tab value="jobs">{t('files.tabs.jobs')}</Tabs.Tab>
        </TabList>
        <Tabs.Panel value="files">
          <FileTable />
        </Tabs.Panel>
        <Tabs.Panel value="jobs">
          <Panel label={t('files.jobs.label')} flush>
            <JobTable />
          </Panel>
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

/** "2 files at work, 1 needs a look": of the files that are listed. */
const useHeadline = (): string => {
  const { t } = useTranslation()
  const files = useAtomValue(filesAtom).data?.items ?? []
  const jobs = useAtomValue(newestJobsAtom)
  const sending = useAtomValue(uploadsAtom).filter(isUnderWay).length
  const standings = files.map((file) => standingOf(file, jobs.get(file.filename)))
  const busy = sending + standings.filter((standing) => standing === 'working').length
  const odd = standings.filter((standing) => ['rejected', 'refused', 'failed'].includes(standing)).length
  const parts = [
    busy > 0 && t('files.headline.busy', { count: busy }),
    odd > 0 && t('files.headline.odd', { count: odd, context: busy > 0 ? 'further' : 'alone' }),
  ]
  return parts.filter((part) => part !== false).join(t('files.headline.comma')) || t('files.title')
}
