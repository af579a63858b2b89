import type { Model, ModelVersion } from '@omen/sdk'
import { IconVersions } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { versionsQuery } from '../../../lib/models/versions-query.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { RowsSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { useVersionColumns } from './version-columns.tsx'

/** All versions side by side; one of them is live. */
export const VersionTable = ({ model }: { model: Model }) => {
  const { t } = useTranslation()
  const versions = useQuery(versionsQuery(model.id))
  return (
    <Panel label={t('models.versions.label')} flush>
      <Loaded query={versions} skeleton={<RowsSkeleton rows={3} />}>
        {(all) => (all.length === 0 ? <NoVersions /> : <Rows model={model} versions={all} />)}
      </Loaded>
    </Panel>
  )
}

const NoVersions = () => {
  const { t } = useTranslation()
  return <EmptyState icon={<IconVersions size={24} />} text={t('models.versions.empty')} />
}

const Rows = ({ model, versions }: { model: Model; versions: ModelVersion[] }) => {
  const { t } = useTranslation()
  const columns = useVersionColumns(model)
  return (
    <DataTable
      label={t('models.versions.label')}
      columns={columns}
      rows={versions}
      rowKey={(version) => String(version.version)}
      initialSort={{ id: 'version', desc: true }}
    />
  )
}
