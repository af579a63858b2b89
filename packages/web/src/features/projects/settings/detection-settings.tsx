import { Button, NumberInput, Select } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type Project, type ProjectModelType, projectModelTypeValues } from '@omen/sdk'
import { integer, parametersOf } from '@omen/sdk/rules'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { invalidateEverywhere } from '../../../lib/api/other-tabs.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useCheck, usePrompt } from '../../../lib/rules/use-check.ts'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import styles from '../form/project-fields.module.css'

interface DetectionValues {
  pvalue: number | string
  cvalue: number | string
  modelType: ProjectModelType
  retrainDays: number | string
}

const LONGEST_RETRAIN_DAYS = 365
const PARAMETER_NAMES = ['pvalue', 'cvalue'] as const
/** What counts as anomalous in a project, and the model that it learns. */
export const DetectionSettings = ({ project }: { project: Project }) => {
  const { t } = useTranslation()
  const prompt = usePrompt()
  const parameters = parametersOf(project.modelType)
  const save = useSaving(project.projectName)
  const form = useDetectionForm(project)
  return (
    <form
      className="stack"
      style={{ maxWidth: 560 }}
      noValidate
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <div className={styles.pair}>
        {PARAMETER_NAMES.map((name) => (
          <NumberInput
            key={name}
            label={prompt(parameters[name].label)}
            description={prompt(parameters[name].meaning)}
            step={parameters[name].step}
            clampBehavior="none"
            {...form.getInputProps(name)}
          />
        ))}
      </div>
      {project.dataType === 'Metric' && <ModelFields form={form} />}
      {save.isError && <ProblemNotice error={save.error} />}
      <div>
        <Button type="submit" loading={save.isPending}>
          {t('projects.detection.save')}
        </Button>
      </div>
    </form>
  )
}

const useDetectionForm = ({ pvalue, cvalue, modelType, retrainDays }: Project) => {
  const { t } = useTranslation()
  const check = useCheck()
  const parameters = parametersOf(modelType)
  return useForm<DetectionValues>({
    initialValues: { pvalue, cvalue, modelType, retrainDays },
    validateInputOnBlur: true,
    validate: {
      pvalue: (value) => check(parameters.pvalue.rule, value),
      cvalue: (value) => check(parameters.cvalue.rule, value),
      retrainDays: (value) =>
        integer({ min: 0, max: LONGEST_RETRAIN_DAYS }).test(value) ? null : t('projects.detection.retrainRange'),
    },
  })
}

const ModelFields = ({ form }: { form: ReturnType<typeof useDetectionForm> }) => {
  const { t } = useTranslation()
  return (
    <>
      <Select
        label={t('projects.detection.modelType')}
        description={t(`general.modelType.${form.values.modelType}`)}
        data={[...projectModelTypeValues]}
        allowDeselect={false}
        {...form.getInputProps('modelType')}
      />
      <NumberInput
        label={t('projects.detection.retrain')}
        description={t('projects.detection.retrainHint')}
        min={0}
        max={LONGEST_RETRAIN_DAYS}
        clampBehavior="none"
        allowDecimal={false}
        {...form.getInputProps('retrainDays')}
      />
    </>
  )
}

const useSaving = (name: string) => {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const showMessage = useSetAtom(showMessageAtom)
  return useMutation({
    mutationFn: ({ pvalue, cvalue, modelType, retrainDays }: DetectionValues) =>
      omen.projects.update(name, {
        pvalue: Number(pvalue),
        cvalue: Number(cvalue),
        modelType,
        retrainDays: Number(retrainDays),
      }),
    onSuccess: async () => {
      showMessage(t('projects.settings.saved'))
      await invalidateEverywhere(queryClient, queryKeys.project.all(name))
      await invalidateEverywhere(queryClient, queryKeys.projects.all)
    },
  })
}
