import { Button, NumberInput, type NumberInputProps } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Job, Model, ModelType, StoredFile } from '@omen/sdk'
import { defaultsOf, parametersOf } from '@omen/sdk/rules'
import { useQueries } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { fileQuery } from '../../../lib/files/file-query.ts'
import { currentLocale } from '../../../lib/i18n/i18n.ts'
import { fieldErrors } from '../../../lib/problem/problem.ts'
import { useCheck, usePrompt } from '../../../lib/rules/use-check.ts'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import styles from './actions.module.css'
import { detectionRequest } from './detection-request.ts'
import { isKnownToFit } from './is-known-to-fit.ts'
import { ModelSelect } from './model-select.tsx'
import { usableModelsAtom } from './models-atom.ts'
import { useStartJobs } from './use-start-job.ts'

interface DetectValues {
  model: Model | null
  pvalue: string | number
  cvalue: string | number
}

/** Runs a model on one file, or on each of several. */
export const DetectForm = ({
  files,
  onStarted,
}: {
  files: readonly StoredFile[]
  onStarted?: (jobs: Job[]) => void
}) => {
  const { t } = useTranslation()
  const check = useCheck()
  const start = useStartJobs(onStarted)
  const form = useForm<DetectValues>({
    initialValues: { model: null, ...defaultsOf() },
    validateInputOnBlur: ['pvalue', 'cvalue'],
    validate: {
      model: (value) => (value === null ? t('files.form.chooseModelPlaceholder') : null),
      pvalue: (value, values) => check(parametersOf(values.model?.modelType).pvalue.rule, value),
      cvalue: (value, values) => check(parametersOf(values.model?.modelType).cvalue.rule, value),
    },
  })
  const usable = useAtomValue(usableModelsAtom).data?.items
  const read = useQueries({ queries: files.map(({ filename }) => fileQuery(filename)) })
  const isWaiting = usable === undefined || read.some(({ isPending }) => isPending)
  const touched = useRef(false)
  const { model } = form.values
  const submit = (values: DetectValues) => {
    const { model: chosen } = values
    if (chosen === null) return
    start.mutate(
      files.map((file) =>
        detectionRequest(file, chosen, { pvalue: Number(values.pvalue), cvalue: Number(values.cvalue) }),
      ),
    )
  }
  const choose = (next: Model | null) => {
    touched.current = true
    // The two parameters have other meanings with DBScan, so selecting it sets its defaults.
    const isOtherKind = parametersOf(next?.modelType) !== parametersOf(model?.modelType)
    form.setValues({ model: next, ...(isOtherKind && defaultsOf(next?.modelType)) })
  }
  // Of the models that fit, the one that was trained last is meant most often.
  const fitting = usable?.find(
    (one) => one.mine && one.state === 'ready' && read.every(({ data }) => isKnownToFit(one, data?.preview)),
  )
  useEffect(() => {
    if (!touched.current && fitting !== undefined) choose(fitting)
  })
  const fromServer = fieldErrors(start.error, ['pvalue', 'cvalue', 'modelName'], currentLocale())
  return (
    <form noValidate onSubmit={form.onSubmit(submit)} className="stack">
      <div className={styles.fields}>
        <ModelSelect value={model} onChange={choose} error={form.errors.model ?? fromServer.modelName} />
        <ParameterFields
          modelType={model?.modelType}
          pvalue={{ ...form.getInputProps('pvalue'), error: form.errors.pvalue ?? fromServer.pvalue }}
          cvalue={{ ...form.getInputProps('cvalue'), error: form.errors.cvalue ?? fromServer.cvalue }}
        />
      </div>
      {start.isError && <ProblemNotice error={start.error} />}
      <div>
        {/* Disabled, so that Enter sends nothing and reports nothing before a model can be preselected. */}
        <Button type="submit" loading={start.isPending} disabled={isWaiting}>
          {files.length === 1 ? t('files.form.detect') : t('files.form.detectMany', { count: files.length })}
        </Button>
      </div>
    </form>
  )
}

type FieldProps = Pick<NumberInputProps, 'value' | 'onChange' | 'error'>

interface ParameterFieldsProps {
  /** Labels the two fields by their meaning for the model type. */
  modelType: ModelType | undefined
  pvalue: FieldProps
  cvalue: FieldProps
}

const ParameterFields = ({ modelType, ...fields }: ParameterFieldsProps) => {
  const prompt = usePrompt()
  const parameters = parametersOf(modelType)
  return (['pvalue', 'cvalue'] as const).map((name) => (
    <NumberInput
      key={name}
      label={prompt(parameters[name].label)}
      description={prompt(parameters[name].meaning)}
      step={parameters[name].step}
      {...fields[name]}
    />
  ))
}
