import { NumberInput, Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import type { DataType } from '@omen/sdk'
import { integer, projectName } from '@omen/sdk/rules'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { isKnownTimeZone } from '../../../lib/format/moments.ts'
import { timeZones } from '../../../lib/format/time-zones.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useCheck } from '../../../lib/rules/use-check.ts'
import styles from './project-fields.module.css'
import { samplingChoices, samplingMinutesOf } from './sampling.ts'

export interface ProjectValues {
  projectName: string
  samplingMs: number
  timeZone: string
  retentionDays: number | string
}

/** What a new project begins with. */
export const USUAL_PROJECT = { projectName: '', samplingMs: 60_000, retentionDays: 90 }

export const LONGEST_RETENTION_DAYS = 3650
const SETTLE_MS = 250

/** The fields of a project, with names checked while they are typed. */
export const useProjectForm = (initialValues: ProjectValues) => {
  const { t } = useTranslation()
  const check = useCheck()
  return useForm<ProjectValues>({
    initialValues,
    validateInputOnChange: ['projectName'],
    validateInputOnBlur: ['retentionDays'],
    validate: {
      projectName: (value) => check(projectName, value),
      timeZone: (value) => (isKnownTimeZone(value) ? null : t('projects.form.unknownZone')),
      retentionDays: (value) =>
        integer({ min: 1, max: LONGEST_RETENTION_DAYS }).test(value) ? null : t('projects.form.retentionRange'),
    },
  })
}

/** What the API takes. */
export const projectRequest = ({ projectName: name, samplingMs, timeZone, retentionDays }: ProjectValues) => ({
  projectName: name,
  samplingInterval: samplingMinutesOf(samplingMs),
  timeZone,
  retentionDays: Number(retentionDays),
})

type ProjectForm = ReturnType<typeof useProjectForm>

/** Whether the user has a project of this name already; asked when typing pauses. Undefined while that is unknown. */
export const useIsNameTaken = (name: string, ownName?: string): boolean | undefined => {
  const [settled] = useDebouncedValue(name, SETTLE_MS)
  const isMeant = projectName.test(settled) && settled.toLowerCase() !== ownName?.toLowerCase()
  const found = useQuery({
    queryKey: queryKeys.projects.named(settled.toLowerCase()),
    queryFn: ({ signal }) => omen.projects.list({ q: settled, pageSize: 100 }, { signal }),
    enabled: isMeant,
  })
  if (!isMeant || settled !== name || found.data === undefined) return undefined
  const isSame = (other: string) => other.toLowerCase() === name.toLowerCase()
  return found.data.items.some(({ projectName: other, mine }) => mine && isSame(other))
}

interface NameFieldProps {
  form: ProjectForm
  isNameTaken: boolean | undefined
  hasAutoFocus?: boolean
}

export const NameField = ({ form, isNameTaken, hasAutoFocus = false }: NameFieldProps) => {
  const { t } = useTranslation()
  const name = form.getInputProps('projectName')
  return (
    <TextInput
      label={t('projects.form.projectName')}
      description={isNameTaken === false ? t('projects.form.nameFree') : t('projects.form.nameHint')}
      rightSection={isNameTaken === false && <IconCheck size={16} className={styles.free} aria-hidden />}
      maxLength={100}
      autoComplete="off"
      data-autofocus={hasAutoFocus || undefined}
      autoFocus={hasAutoFocus}
      {...name}
      error={name.error ?? (isNameTaken === true && t('projects.form.nameTaken'))}
    />
  )
}

export const IntervalField = ({ form, hint }: { form: ProjectForm; hint: string }) => {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Select
      label={t('projects.form.interval')}
      description={hint}
      data={samplingChoices(form.values.samplingMs).map((ms) => ({ value: String(ms), label: format.duration(ms) }))}
      allowDeselect={false}
      value={String(form.values.samplingMs)}
      onChange={(value) => form.setFieldValue('samplingMs', Number(value))}
    />
  )
}

const RetentionField = ({ form }: { form: ProjectForm }) => {
  const { t } = useTranslation()
  return (
    <NumberInput
      label={t('projects.form.retention')}
      description={t('projects.form.retentionHint')}
      min={1}
      max={LONGEST_RETENTION_DAYS}
      clampBehavior="none"
      allowDecimal={false}
      {...form.getInputProps('retentionDays')}
    />
  )
}

const TimeZoneField = ({ form }: { form: ProjectForm }) => {
  const { t } = useTranslation()
  return (
    <Select
      label={t('projects.form.timeZone')}
      description={t('projects.form.timeZoneHint')}
      data={timeZones(form.values.timeZone)}
      searchable
      allowDeselect={false}
      limit={100}
      {...form.getInputProps('timeZone')}
    />
  )
}

/** How long data is kept, and the zone of its days. */
export const KeepingFields = ({ form }: { form: ProjectForm }) => (
  <div className={styles.pair}>
    <RetentionField form={form} />
    <TimeZoneField form={form} />
  </div>
)

export const ProjectFields = ({ dataType, ...props }: NameFieldProps & { dataType: DataType }) => {
  const { t } = useTranslation()
  const { form } = props
  return (
    <>
      <NameField {...props} />
      <div className={styles.pair}>
        <IntervalField
          form={form}
          hint={t(dataType === 'Log' ? 'projects.form.lineIntervalHint' : 'projects.form.intervalHint')}
        />
        <RetentionField form={form} />
      </div>
      <TimeZoneField form={form} />
    </>
  )
}
