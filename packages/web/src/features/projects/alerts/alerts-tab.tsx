import type { Project } from '@omen/sdk'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../../lib/format/use-format.ts'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { PageSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { AlertForm } from './alert-form.tsx'
import { alertQuery } from './alert-query.ts'

/** When and to whom the incidents of a project are sent, each setting with its effect; for its owner. */
export const AlertsTab = ({ project: { projectName } }: { project: Project }) => {
  const { locale } = useFormat()
  const saved = useQuery(alertQuery(projectName, locale))
  return (
    <Loaded query={saved} skeleton={<PageSkeleton />}>
      {(answer) => <AlertForm key={projectName} name={projectName} saved={answer} />}
    </Loaded>
  )
}
