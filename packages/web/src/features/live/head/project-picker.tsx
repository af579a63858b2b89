import { Combobox, UnstyledButton, useCombobox } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useFormat } from '../../../lib/format/use-format.ts'
import { livePath, projectAddress } from '../../../lib/projects/project-address.ts'
import { projectsQuery } from '../../../lib/projects/projects-query.ts'
import { useDropdownNotes } from '../../../ui/dropdown/use-dropdown-notes.ts'
import { usePacedSearch } from '../../../ui/dropdown/use-paced-search.ts'
import styles from './live-head.module.css'

/** The project that is shown, to be changed in a list. */
export const ProjectPicker = ({ address }: { address: string }) => {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const navigate = useNavigate()
  const [search, setSearch] = useState('')
  const projects = useQuery(projectsQuery(usePacedSearch(search), locale))
  const notes = useDropdownNotes()
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      combobox.focusTarget()
      setSearch('')
    },
  })
  const choices = (projects.data?.items ?? []).map(projectAddress)
  const choose = (next: string) => {
    combobox.closeDropdown()
    void navigate(livePath(next))
  }
  return (
    <Combobox store={combobox} onOptionSubmit={choose} width={280} position="bottom-start">
      <Combobox.Target targetType="button">
        <UnstyledButton
          className={styles.picker ?? ''}
          aria-label={t('live.picker.label', { name: address })}
          onClick={() => combobox.toggleDropdown()}
        >
          <span className="truncate">{address}</span>
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          placeholder={t('live.picker.search')}
          aria-label={t('live.picker.search')}
        />
        <Combobox.Options mah={280} style={{ overflowY: 'auto' }}>
          {choices.map((choice) => (
            <Combobox.Option key={choice} value={choice} active={choice === address}>
              {choice}
            </Combobox.Option>
          ))}
          {choices.length === 0 && <Combobox.Empty>{notes.empty(projects.isError)}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
