import { Autocomplete, Button, Select } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type Job, type ModelType, modelTypeValues, type StoredFile } from '@omen/sdk'
import { modelName } from '@omen/sdk/rules'
import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLocale } from '../../../lib/i18n/i18n.ts'
import { fieldErrors } from '../../../lib/problem/problem.ts'
import { useCheck, usePrompt } from '../../../lib/rules/use-check.ts'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import styles from './actions.module.css'
import { FilterSelect } from './filter-select.tsx'
import { usableModelsAtom } from './models-atom.ts'
import { useStartJobs } from './use-start-job.ts'

interface TrainValues {
  modelName: string
  /** Empty: Holistic and Split are both trained. */
  modelType: ModelType | ''
  filter: string | null
}

export const TrainForm = ({ file, onStarted }: { file: StoredFile; onStarted?: (jobs: Job[]) => void }) => {
  const { t } = useTranslation()
  const check = useCheck()
  const prompt = usePrompt()
  const start = useStartJobs(onStarted)
  const ownNames = useOwnModelNames()
  const form = useForm<TrainValues>({
    initialValues: { modelName: '', modelType: 'Holistic', filter: null },
    // A character that no name may have is refused as it is typed.
    validateInputOnChange: ['modelName'],
    validate: { modelName: (value) => check(modelName, value.trim()) },
  })
  const submit = (values: TrainValues) =>
    start.mutate([
      {
        call: 'training',
        fields: {
          uploadFileName: file.uploadFileName,
          filename: file.filename,
          modelName: values.modelName.trim(),
          ...(values.modelType !== '' && { modelType: values.modelType }),
          ...(values.filter !== null && { filenameFilter: values.filter }),
        },
      },
    ])
  const fromServer = fieldErrors(start.error, ['modelName'], currentLocale())
  const both = t('files.form.modelTypeBoth')
  const { modelType } = form.values
  const name = form.values.modelName.trim()
  const isKnown = ownNames.some((own) => own.toLowerCase() === name.toLowerCase())
  return (
    <form noValidate onSubmit={form.onSubmit(submit)} className="stack">
      <div className={styles.fields}>
        <Autocomplete
          label={t('files.form.modelName')}
          description={
            isKnown
              ? t('files.form.modelNameKnown', { name })
              : `${t('files.form.modelNameHint')}${form.errors.modelName ? '' : `${t('general.betweenSentences')}${prompt(modelName.prompt)}`}`
          }
          data={ownNames}
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('modelName')}
          error={form.errors.modelName ?? fromServer.modelName}
        />
        <Select
          label={t('files.form.modelType')}
          description={modelType === '' ? t('files.form.modelTypeBothText') : t(`general.modelType.${modelType}`)}
          data={[...modelTypeValues.map((type) => ({ value: type, label: type })), { value: '', label: both }]}
          allowDeselect={false}
          {...form.getInputProps('modelType')}
        />
        <FilterSelect
          value={form.values.filter}
          onChange={(value) => form.setFieldValue('filter', value)}
          except={file.filename}
        />
      </div>
      {start.isError && <ProblemNotice error={start.error} />}
      <div>
        <Button type="submit" loading={start.isPending}>
          {t('files.form.train')}
        </Button>
      </div>
    </form>
  )
}

const useOwnModelNames = (): string[] => {
  const models = useAtomValue(usableModelsAtom).data?.items
  return useMemo(
    () => [...new Set((models ?? []).filter((model) => model.mine).map((model) => model.modelName))],
    [models],
  )
}
