import { MultiSelect, Select } from '@mantine/core'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { parametersAtom } from '../../../lib/address/address-atom.ts'
import { listCodec } from '../../../lib/address/url-codecs.ts'
import { levelAtom, servicesAtom } from '../state/log-atoms.ts'
import { LEVEL_NAMES } from '../state/severity-level.ts'
import toolbar from './toolbar.module.css'

const MAX_CHOSEN = 50
/** As high as the other controls. */
const oneLine = { input: { paddingBlock: 3, minHeight: 32 } }

/** How severe lines are at least, and of which services. */
export const LogFilters = ({ services }: { services: readonly string[] }) => {
  const { t } = useTranslation()
  const level = useAtomValue(levelAtom)
  const setParameters = useSetAtom(parametersAtom)
  const [chosen] = useAtom(servicesAtom)
  const named = [...new Set([...services, ...chosen])].filter((name) => name !== '')
  return (
    <>
      <Select
        className={toolbar.level ?? ''}
        aria-label={t('logs.filter.level')}
        data={[
          { value: '', label: t('logs.filter.levelAll') },
          ...LEVEL_NAMES.map((value) => ({
            value,
            label: t('logs.filter.levelFrom', { level: t(`logs.level.${value}`) }),
          })),
        ]}
        value={level}
        onChange={(value) => setParameters({ level: value === '' ? null : value, page: null })}
        allowDeselect={false}
      />
      {named.length > 0 && (
        <MultiSelect
          className={toolbar.services ?? ''}
          aria-label={t('logs.filter.services')}
          placeholder={chosen.length === 0 ? t('logs.filter.servicesAll') : ''}
          data={named}
          value={chosen}
          onChange={(value) => setParameters({ service: listCodec.format(value), page: null })}
          maxValues={MAX_CHOSEN}
          styles={oneLine}
          searchable
          clearable
          limit={100}
        />
      )}
    </>
  )
}
