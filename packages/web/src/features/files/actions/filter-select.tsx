import { Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useDropdownNotes } from '../../../ui/dropdown/use-dropdown-notes.ts'
import { usePacedSearch } from '../../../ui/dropdown/use-paced-search.ts'

/** Selects the file of known abnormal intervals to exclude from training. */
export const FilterSelect = ({
  value,
  onChange,
  except,
}: {
  value: string | null
  onChange: (filename: string | null) => void
  except: string
}) => {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const q = usePacedSearch(typed)
  const notes = useDropdownNotes()
  const files = useQuery({
    queryKey: queryKeys.files.filters(q),
    queryFn: ({ signal }) => omen.files.list({ pageSize: 50, ...(q !== '' && { q }) }, { signal }),
    placeholderData: keepPreviousData,
  })
  const data = (files.data?.items ?? [])
    .filter((file) => file.filename !== except && file.state !== 'refused' && file.state !== 'expired')
    .map((file) => ({ value: file.filename, label: file.uploadFileName }))
  return (
    <Select
      label={t('files.form.filter')}
      description={t('files.form.filterHint')}
      placeholder={t('files.form.filterNone')}
      data={data}
      value={value}
      onChange={onChange}
      onSearchChange={(text) => setTyped(data.some(({ label }) => label === text) ? '' : text)}
      nothingFoundMessage={notes.empty(files.isError)}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('files.form.filterNone') }}
    />
  )
}
