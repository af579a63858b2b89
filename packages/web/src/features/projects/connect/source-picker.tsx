import { SegmentedControl, Select } from '@mantine/core'
import { type Connector, type DataType, kindOfConnector } from '@omen/sdk'
import { connectors, connectorsOf } from '@omen/sdk/connectors'
import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useConnectTexts } from '../../../lib/i18n/use-connect-texts.ts'
import { dataTypeAtom, sourceAtom } from './source-atoms.ts'

/** Where a project of a kind gets its data from: it is sent them, or fetches them. */
export const PushOrFetch = ({ kind, source }: { kind: 'custom' | 'log'; source: string }) => {
  const { t } = useConnectTexts()
  const setSource = useSetAtom(sourceAtom)
  return (
    <Select
      label={t('source')}
      data={[
        { value: 'push', label: t('push') },
        ...connectorsOf(kind).map((connector) => ({ value: connector, label: connectors[connector].name })),
      ]}
      allowDeselect={false}
      value={source}
      onChange={(chosen) => setSource((chosen ?? 'push') as Connector | 'push')}
    />
  )
}

/** The source of a kind that has several, and the type of data of one that has both. */
export const SourcePicker = ({ connector, dataType }: { connector: Connector; dataType: DataType }) => {
  const { t } = useConnectTexts()
  const { t: tProjects } = useTranslation()
  const setDataType = useSetAtom(dataTypeAtom)
  const kind = kindOfConnector(connector)
  if (kind === 'custom' || kind === 'log') return <PushOrFetch kind={kind} source={connector} />
  return (
    <SegmentedControl
      aria-label={t('dataType')}
      data={connectors[connector].dataTypes.map((type) => ({ value: type, label: tProjects(`projects.kind.${type}`) }))}
      value={dataType}
      onChange={(chosen) => setDataType(chosen as DataType)}
      fullWidth
    />
  )
}
