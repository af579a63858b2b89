import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAtom, useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import styles from '../page/report.module.css'
import { detectionAtom, projectAtom } from '../state/report-atoms.ts'
import { projectsQuery } from '../state/report-query.ts'

/** Which project the report is about; nothing to choose of an uploaded file. */
export const ProjectSelect = () => {
  const { t } = useTranslation()
  const [project, setProject] = useAtom(projectAtom)
  const detection = useAtomValue(detectionAtom)
  const { data: names = [] } = useQuery(projectsQuery)
  if (detection !== '') return null
  const shown = project === '' || names.includes(project) ? names : [project, ...names]
  return (
    <Select
      className={styles.project ?? ''}
      aria-label={t('reports.project')}
      data={[{ value: '', label: t('reports.allProjects') }, ...shown.map((name) => ({ value: name, label: name }))]}
      value={project}
      onChange={(value) => setProject(value ?? '')}
      allowDeselect={false}
      searchable
      limit={200}
    />
  )
}
