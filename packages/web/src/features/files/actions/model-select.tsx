import { Select } from '@mantine/core'
import type { Model } from '@omen/sdk'
import { useAtomValue } from 'jotai'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useDropdownNotes } from '../../../ui/dropdown/use-dropdown-notes.ts'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { BlockSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { usableModelsAtom } from './models-atom.ts'

interface ModelSelectProps {
  value: Model | null
  onChange: (model: Model | null) => void
  /** Only models that the caller may change. */
  isOwnOnly?: boolean
  error?: ReactNode
}

/** Selects a model by name, type and owner, which together identify it. */
export const ModelSelect = (props: ModelSelectProps) => {
  const models = useAtomValue(usableModelsAtom)
  return (
    <Loaded query={models} skeleton={<BlockSkeleton height={56} />}>
      {({ items }) => <Choice {...props} models={items} />}
    </Loaded>
  )
}

const Choice = ({ models, value, onChange, isOwnOnly = false, error }: ModelSelectProps & { models: Model[] }) => {
  const { t } = useTranslation()
  const notes = useDropdownNotes()
  const choices = useMemo(() => (isOwnOnly ? models.filter((model) => model.mine) : models), [models, isOwnOnly])
  const data = choices.map((model) => ({
    value: model.id,
    label: `${model.modelName} · ${model.modelType}${model.mine ? '' : ` · ${model.modelUserName}`}`,
  }))
  return (
    <Select
      label={t('files.form.chooseModel')}
      placeholder={choices.length === 0 ? t('files.form.noModels') : t('files.form.chooseModelPlaceholder')}
      disabled={choices.length === 0}
      description={value === null ? undefined : t(`general.modelType.${value.modelType}`)}
      data={data}
      nothingFoundMessage={notes.empty(false)}
      searchable
      allowDeselect={false}
      value={value?.id ?? null}
      onChange={(id) => onChange(choices.find((model) => model.id === id) ?? null)}
      error={error}
    />
  )
}
