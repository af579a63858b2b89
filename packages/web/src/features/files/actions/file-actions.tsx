import { Tabs } from '@mantine/core'
import type { StoredFile } from '@omen/sdk'
import { useAtom } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { atomFromUrl } from '../../../lib/address/address-atom.ts'
import { oneOf } from '../../../lib/address/url-codecs.ts'
import { Panel } from '../../../ui/panel/panel.tsx'
import { TabList } from '../../../ui/tab-list/tab-list.tsx'
import { DetectForm } from './detect-form.tsx'
import { DisplayForm } from './display-form.tsx'
import { TrainForm } from './train-form.tsx'
import { UpdateForm } from './update-form.tsx'
import { VisualiseForm } from './visualise-form.tsx'

const ACTIONS = ['train', 'detect', 'visualise', 'update', 'display'] as const
type Action = (typeof ACTIONS)[number]
const actionAtom = atomFromUrl('do', oneOf(ACTIONS, 'train'), 'replace')

/** The actions of a file, one form each. */
export const FileActions = ({ file }: { file: StoredFile }) => {
  const { t } = useTranslation()
  const [action, setAction] = useAtom(actionAtom)
  const forms: Record<Action, () => ReactNode> = {
    train: () => <TrainForm file={file} />,
    detect: () => <DetectForm files={[file]} />,
    visualise: () => <VisualiseForm files={[file]} />,
    update: () => <UpdateForm file={file} />,
    display: () => <DisplayForm />,
  }
  return (
    <Panel title={t('files.detail.whatNow')}>
      <Tabs value={action} onChange={(value) => setAction((value ?? 'train') as Action)} keepMounted={false}>
        <TabList aria-label={t('files.action.label')} mb={12}>
          {ACTIONS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`files.action.${name}`)}
            </Tabs.Tab>
          ))}
        </TabList>
        {ACTIONS.map((name) => (
          <Tabs.Panel key={name} value={name}>
            <p className="muted" style={{ margin: '0 0 12px' }}>
              {t(`files.action.${name}Text`)}
            </p>
            {forms[name]()}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Panel>
  )
}
