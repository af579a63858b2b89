import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Job, Model, StoredFile } from '@omen/sdk'
import { defaultsOf, parametersOf } from '@omen/sdk/rules'
import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrors } from '../../../lib/problem/problem.ts'
import { useCheck } from '../../../lib/rules/use-check.ts'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import styles from './actions.module.css'
import { detectionRequest } from './detection-request.ts'
import { ModelSelect } from './model-select.tsx'
import { usableModelsAtom } from './models-atom.ts'
import { ParameterFields } from './parameter-fields.tsx'
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
  const [last] = (usable ?? []).filter((one) => one.mine && one.state === 'ready')
  useEffect(() => {
    // The model that was trained last is the one that is meant most often.
    if (touched.current || last === undefined) return
    touched.current = true
    form.setValues({ model: last, ...defaultsOf(last.modelType) })
  }, [last, form])
  const fromServer = fieldErrors(start.error, ['pvalue', 'cvalue', 'modelName'])
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
        {/* Disabled, so that Enter sends nothing and reports nothing before there is a model to choose. */}
        <Button type="submit" loading={start.isPending} disabled={usable === undefined}>
          {files.length === 1 ? t('files.form.detect') : t('files.form.detectMany', { count: files.length })}
        </Button>
      </div>
    </form>
  )
}
