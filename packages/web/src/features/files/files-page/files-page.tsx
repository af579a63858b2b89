import { Tabs } from '@mantine/core'
import { useAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { atomFromUrl } from '../../../lib/address/address-atom.ts'
import { oneOf } from '../../../lib/address/url-codecs.ts'
import { PageHead } from '../../../ui/page-head/page-head.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { DropZone } from '../drop-zone/drop-zone.tsx'
import { FileTable } from '../file-table/file-table.tsx'
import { JobTable } from '../job-table/job-table.tsx'
import { UploadQueue } from '../upload-queue/upload-queue.tsx'

const tabAtom = atomFromUrl('tab', oneOf(['files', 'jobs'], 'files'))

export const FilesPage = () => {
  const { t } = useTranslation()
  const [tab, setTab] = useAtom(tabAtom)
  return (
    <>
      <PageHead title={t('files.title')} />
      <DropZone />
      <UploadQueue />
      <Tabs value={tab} onChange={(value) => setTab(value === 'jobs' ? 'jobs' : 'files')} keepMounted={false}>
        <Tabs.List aria-label={t('files.tabs.label')} mb={12}>
          <Tabs.Tab value="files">{t('files.tabs.files')}</Tabs.Tab>
          <Tabs.Tab value="jobs">{t('files.tabs.jobs')}</Tabs.Tab>
        </Tabs.List>
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
