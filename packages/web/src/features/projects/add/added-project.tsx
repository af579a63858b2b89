import { Button } from '@mantine/core'
import type { CreatedProject } from '@omen/sdk'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useFormat } from '../../../lib/format/use-format.ts'
import { projectAddress, projectPath } from '../../../lib/projects/project-address.ts'
import { PageHead } from '../../../ui/page-head/page-head.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { ProjectStatus } from '../../../ui/project-status/project-status.tsx'
import { projectQuery } from '../project-query.ts'
import { isWebhook, SendPanel } from '../sending/send-panel.tsx'
import styles from './add-project.module.css'
import { Arrivals } from './arrivals.tsx'

/** How often the page looks for the first data, in milliseconds. */
const lookEveryMs = 2000

/** A project that was just added: what to send with, and what has arrived. */
export const AddedProject = ({ added, onAnother }: { added: CreatedProject; onAnother: () => void }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const address = projectAddress(added.project)
  const read = useQuery({ ...projectQuery(address, format.locale, lookEveryMs), initialData: added.project })
  return (
    <>
      <PageHead
        parent={<Link to="/projects">{t('projects.title')}</Link>}
        title={t('projects.add.addedTitle', { name: added.project.projectName })}
        text={t('projects.add.addedText')}
        actions={
          <>
            <Button variant="default" onClick={onAnother}>
              {t('projects.add.another')}
            </Button>
            <Button component={Link} to={projectPath(address)}>
              {t('projects.add.open')}
            </Button>
          </>
        }
      />
      <div className={styles.columns}>
        <Panel title={t('projects.sending.title')}>
          <SendPanel secret={added.secret} commands={added.commands.filter((one) => !isWebhook(one))} />
        </Panel>
        <Panel title={t('projects.add.arrivalsTitle')} actions={<ProjectStatus state={read.data.state} />}>
          <Arrivals project={read.data} address={address} everyMs={lookEveryMs} />
        </Panel>
      </div>
    </>
  )
}
