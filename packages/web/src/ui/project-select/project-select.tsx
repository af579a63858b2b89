import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format/use-format.ts'
import { projectAddress } from '../../lib/projects/project-address.ts'
import { projectsQuery } from '../../lib/projects/projects-query.ts'
import { useDropdownNotes } from '../dropdown/use-dropdown-notes.ts'
import { usePacedSearch } from '../dropdown/use-paced-search.ts'

interface ProjectSelectProps {
  /** An address; empty for none. */
  value: string
  onChange: (address: string) => void
  className?: string | undefined
}

/** The project that a page is about, found by a part of its name. */
export const ProjectSelect = ({ value, onChange, className }: ProjectSelectProps) => {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const [typed, setTyped] = useState('')
  const search = usePacedSearch(typed)
  const notes = useDropdownNotes()
  const projects = useQuery(projectsQuery(search === value ? '' : search, locale))
  const found = (projects.data?.items ?? []).map(projectAddress)
  return (
    <Select
      className={className ?? ''}
      label={t('compare.source.project')}
      placeholder={t('compare.source.choose')}
      data={value === '' || found.includes(value) ? found : [value, ...found]}
      value={value === '' ? null : value}
      onChange={(next) => next !== null && onChange(next)}
      searchable
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage={notes.empty(projects.isError)}
      allowDeselect={false}
    />
  )
}
