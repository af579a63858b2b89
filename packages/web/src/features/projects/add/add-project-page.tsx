import type { CreatedProject } from '@omen/sdk'
import { IconPlugConnected } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { PageHead } from '../../../ui/page-head/page-head.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import styles from './add-project.module.css'
import { AddProjectForm } from './add-project-form.tsx'
import { AddedProject } from './added-project.tsx'
import { KindPicker } from './kind-picker.tsx'
import { kindOf } from './kinds.ts'

/** Adds a project, then gives what to send with and shows what arrives. */
export const AddProjectPage = () => {
  const { t } = useTranslation()
  const kind = kindOf(useParams().kind)
  const [added, setAdded] = useState<CreatedProject | null>(null)
  if (added !== null) return <AddedProject added={added} onAnother={() => setAdded(null)} />
  return (
    <>
      <PageHead
        parent={<Link to="/projects">{t('projects.title')}</Link>}
        title={t('projects.add.title')}
        name={t('projects.add.name')}
        text={t('projects.add.text')}
      />
      <KindPicker chosen={kind.name} />
      <div className={styles.columns}>
        <Panel title={t(`projects.add.${kind.name}.title`)}>
          <AddProjectForm key={kind.name} kind={kind} onAdded={setAdded} />
        </Panel>
        <Panel title={t('projects.add.arrivalsTitle')}>
          <EmptyState icon={<IconPlugConnected size={24} />} text={t('projects.add.arrivalsEmpty')} />
        </Panel>
      </div>
    </>
  )
}
