import { Combobox, UnstyledButton, useCombobox } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useFormat } from '../../../lib/format/use-format.ts'
import { fileLogsPath, projectLogsPath } from '../../../lib/logs/logs-path.ts'
import { projectAddress } from '../../../lib/projects/project-address.ts'
import { sourcesQuery } from '../../../lib/sources/sources-query.ts'
import styles from './head.module.css'

/** The project or file that is shown, to be changed in a list. */
export const SourcePicker = ({ name, current }: { name: string; current: string }) => {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const navigate = useNavigate()
  const [search, setSearch] = useState('')
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      combobox.focusTarget()
      setSearch('')
    },
  })
  const sources = useQuery({ ...sourcesQuery('logs', search.trim(), locale), enabled: combobox.dropdownOpened })
  const projects = (sources.data?.projects ?? []).map(projectAddress)
  const files = sources.data?.files ?? []
  const choose = (path: string) => {
    combobox.closeDropdown()
    void navigate(path)
  }
  return (
    <Combobox store={combobox} onOptionSubmit={choose} width={320} position="bottom-start">
      <Combobox.Target targetType="button">
        <UnstyledButton
          className={styles.picker ?? ''}
          aria-label={t('logs.source.label', { name })}
          onClick={() => combobox.toggleDropdown()}
        >
          <span className="truncate">{name}</span>
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          placeholder={t('logs.source.search')}
          aria-label={t('logs.source.search')}
        />
        <Combobox.Options mah={320} style={{ overflowY: 'auto' }}>
          {projects.length > 0 && (
            <Combobox.Group label={t('frame.nav.projects')}>
              {projects.map((address) => (
                <Combobox.Option key={address} value={projectLogsPath(address)} active={address === current}>
                  {address}
                </Combobox.Option>
              ))}
            </Combobox.Group>
          )}
          {files.length > 0 && (
            <Combobox.Group label={t('frame.nav.files')}>
              {files.map(({ filename, uploadFileName }) => (
                <Combobox.Option key={filename} value={fileLogsPath(filename)} active={filename === current}>
                  <span className="break">{uploadFileName}</span>
                </Combobox.Option>
              ))}
            </Combobox.Group>
          )}
          {projects.length + files.length === 0 && (
            <Combobox.Empty>{t(sources.isPending ? 'general.loading' : 'logs.source.nothing')}</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
