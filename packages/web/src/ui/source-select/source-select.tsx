import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format/use-format.ts'
import { projectAddress } from '../../lib/projects/project-address.ts'
import { formatSource, parseSource, type Source } from '../../lib/sources/source.ts'
import { sourcesQuery } from '../../lib/sources/sources-query.ts'
import { useDropdownNotes } from '../dropdown/use-dropdown-notes.ts'
import { usePacedSearch } from '../dropdown/use-paced-search.ts'
import { useNamedSource } from './use-named-source.ts'

interface SourceSelectProps {
  value: Source | null
  onChange: (source: Source) => void
  className?: string | undefined
}

/** The project or the uploaded file that a page is about, found by a part of its name; a detection that it is about stands below them. */
export const SourceSelect = ({ value, onChange, className }: SourceSelectProps) => {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const [typed, setTyped] = useState('')
  const { name } = useNamedSource(value)
  const search = usePacedSearch(typed === name ? '' : typed.trim())
  const notes = useDropdownNotes()
  const sources = useQuery(sourcesQuery('metrics', search, locale))
  const chosen = value === null ? null : { value: formatSource(value), label: name }
  const projects = (sources.data?.projects ?? []).map((project) => {
    const address = projectAddress(project)
    return { value: formatSource({ projectName: address }), label: address }
  })
  const files = (sources.data?.files ?? []).map(({ filename, uploadFileName }) => ({
    value: formatSource({ filename }),
    label: uploadFileName,
  }))
  /** With the chosen one first, where a search for others has left it out. */
  const withChosen = (items: { value: string; label: string }[], isChosen: boolean) =>
    chosen === null || !isChosen || items.some((item) => item.value === chosen.value) ? items : [chosen, ...items]
  const groups = [
    { group: t('frame.nav.projects'), items: withChosen(projects, value?.projectName !== undefined) },
    { group: t('frame.nav.files'), items: withChosen(files, value?.filename !== undefined) },
    { group: t('frame.nav.detections'), items: withChosen([], value?.detectionId !== undefined) },
  ]
  return (
    <Select
      className={className ?? ''}
      label={t('compare.source.label')}
      placeholder={t('compare.source.choose')}
      data={groups.filter(({ items }) => items.length > 0)}
      value={chosen?.value ?? null}
      onChange={(next) => {
        const source = parseSource(next ?? '')
        if (source !== null) onChange(source)
      }}
      searchable
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage={notes.empty(sources.isError)}
      allowDeselect={false}
    />
  )
}
