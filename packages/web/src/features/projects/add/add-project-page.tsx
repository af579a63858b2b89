import type { Connector, CreatedProject, DataType } from '@omen/sdk'
import { connectors, connectorsOf } from '@omen/sdk/connectors'
import { IconPlugConnected } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import { useConnectTexts } from '../../../lib/i18n/use-connect-texts.ts'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { PageHead } from '../../../ui/page-head/page-head.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { ConnectForm } from '../connect/connect-form.tsx'
import { dataTypeAtom, sourceAtom } from '../connect/source-atoms.ts'
import styles from './add-project.module.css'
import { AddProjectForm } from './add-project-form.tsx'
import { AddedProject } from './added-project.tsx'
import { KindPicker } from './kind-picker.tsx'
import { type Kind, kindOf } from './kinds.ts'

/** Adds a project: one that fetches is tested first, one that is sent to shows what to send with and what arrives. */
export const AddProjectPage = () => {
  const { t } = useTranslation()
  const { t: tConnect } = useConnectTexts()
  const kind = kindOf(useParams().kind)
  const { connector, dataType } = useSource(kind)
  const [added, setAdded] = useState<CreatedProject | null>(null)
  if (added !== null) return <AddedProject added={added} onAnother={() => setAdded(null)} />
  return (
    <>
      <PageHead
        parent={<Link to="/projects">{t('projects.title')}</Link>}
        title={t('projects.add.title')}
        name={t('projects.add.name')}
        text={connector === undefined ? t('projects.add.text') : tConnect('text')}
      />
      <KindPicker chosen={kind.name} />
      {connector === undefined ? (
        <div className={styles.columns}>
          <Panel title={tConnect(`kinds.${kind.name}.title`)}>
            <AddProjectForm key={kind.name} kind={kind} onAdded={setAdded} />
          </Panel>
          <Panel title={t('projects.add.arrivalsTitle')}>
            <EmptyState icon={<IconPlugConnected size={24} />} text={t('projects.add.arrivalsEmpty')} />
          </Panel>
        </div>
      ) : (
        <ConnectForm key={`${connector} ${dataType}`} connector={connector} dataType={dataType} />
      )}
    </>
  )
}

/** What a project of the kind fetches from, by the address; undefined for one that is sent to. */
const useSource = ({ name }: Kind): { connector: Connector | undefined; dataType: DataType } => {
  const source = useAtomValue(sourceAtom)
  const wanted = useAtomValue(dataTypeAtom)
  const among = connectorsOf(name)
  const connector = among.length === 1 ? among[0] : among.find((one) => one === source)
  const dataTypes = connector === undefined ? [] : connectors[connector].dataTypes
  return { connector, dataType: dataTypes.find((one) => one === wanted) ?? dataTypes[0] ?? 'Metric' }
}
