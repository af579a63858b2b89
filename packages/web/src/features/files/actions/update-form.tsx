import { Button, SegmentedControl, TextInput } from '@mantine/core'
import type { Model, StoredFile } from '@omen/sdk'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import styles from './actions.module.css'
import { FilterSelect } from './filter-select.tsx'
import { ModelSelect } from './model-select.tsx'
import { type Operation, updateFields } from './update-fields.ts'
import { useStartJobs } from './use-start-job.ts'

/** Trains a model on the file as well, reverts its last version, or deletes it. */
export const UpdateForm = ({ file }: { file: StoredFile }) => {
  const { t } = useTranslation()
  const [operation, setOperation] = useState<Operation>('update')
  const [model, setModel] = useState<Model | null>(null)
  const [filter, setFilter] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const start = useStartJobs(() => {
    setTyped('')
    if (operation === 'delete') setModel(null)
  })
  const isReady = model !== null && (operation !== 'delete' || typed === model.modelName)
  const submit = () => {
    if (model !== null && isReady)
      start.mutate([{ call: 'update', fields: updateFields(file, model, operation, filter) }])
  }
  return (
    <form
      noValidate
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <SegmentedControl
        aria-label={t('files.form.operation')}
        value={operation}
        onChange={(value) => setOperation(value as Operation)}
        data={[
          { value: 'update', label: t('files.form.operationUpdate') },
          { value: 'revert', label: t('files.form.operationRevert') },
          { value: 'delete', label: t('files.form.operationDelete') },
        ]}
        className={styles.segments ?? ''}
      />
      <div className={styles.fields}>
        <ModelSelect value={model} onChange={setModel} isOwnOnly />
        {operation === 'update' && <FilterSelect value={filter} onChange={setFilter} except={file.filename} />}
        {operation === 'delete' && (
          <TextInput
            label={t('files.form.operationDeleteConfirm')}
            placeholder={model?.modelName ?? ''}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
          />
        )}
      </div>
      {start.isError && <ProblemNotice error={start.error} />}
      <div>
        <Button
          type="submit"
          disabled={!isReady}
          loading={start.isPending}
          {...(operation === 'delete' && { color: 'red' })}
        >
          {t(
            operation === 'update'
              ? 'files.form.update'
              : operation === 'revert'
                ? 'files.form.revert'
                : 'files.form.deleteModel',
          )}
        </Button>
      </div>
    </form>
  )
}
