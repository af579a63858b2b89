import { Autocomplete, Button, Checkbox, Radio, TagsInput, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { account } from '@omen/sdk/rules'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCheck } from '../../lib/rules/use-check.ts'
import { ExpiryInput } from '../../ui/expiry-input/expiry-input.tsx'
import { ProblemNotice } from '../../ui/problem-notice/problem-notice.tsx'
import { KNOWN_SYSTEMS, type PublicationValues } from './publication-values.ts'

interface PublicationFormProps {
  initial: PublicationValues
  /** Whether it is still to be chosen what is kept. */
  isNew: boolean
  /** Label of the button, a verb. */
  action: string
  isBusy: boolean
  error: unknown
  onSubmit: (values: PublicationValues) => void
  onClose: () => void
}

const VISIBILITIES = ['private', 'shared', 'open'] as const

/** Name, description and system of a published detection, who may open it, and until when. */
export const PublicationForm = ({
  initial,
  isNew,
  action,
  isBusy,
  error,
  onSubmit,
  onClose,
}: PublicationFormProps): ReactNode => {
  const { t } = useTranslation()
  const form = useForm<PublicationValues>({
    initialValues: initial,
    validate: { name: (value) => (value.trim() === '' ? t('published.form.needName') : null) },
  })
  return (
    <form className="stack" noValidate onSubmit={form.onSubmit(onSubmit)}>
      <TextInput
        label={t('published.form.name')}
        description={t('published.form.nameHint')}
        maxLength={100}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Textarea
        label={t('published.form.description')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2000}
        {...form.getInputProps('description')}
      />
      <Autocomplete
        label={t('published.form.system')}
        description={t('published.form.systemHint')}
        data={[...KNOWN_SYSTEMS]}
        maxLength={40}
        {...form.getInputProps('system')}
      />
      <Readers form={form} />
      <ExpiryInput {...form.getInputProps('expiry')} />
      {isNew && (
        <Checkbox
          label={t('published.form.withRawData')}
          description={t('published.form.withRawDataHint')}
          {...form.getInputProps('withRawData', { type: 'checkbox' })}
        />
      )}
      {error !== null && <ProblemNotice error={error} />}
      <div className="row" style={{ justifyContent: 'flex-end' }}>
        <Button variant="default" onClick={onClose}>
          {t('general.cancel')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {action}
        </Button>
      </div>
    </form>
  )
}

/** Who may open it. */
const Readers = ({ form }: { form: UseFormReturnType<PublicationValues> }) => {
  const { t } = useTranslation()
  const check = useCheck()
  const wrong = form.values.userNames.find((name) => !account.test(name))
  return (
    <>
      <Radio.Group label={t('published.form.visibility')} {...form.getInputProps('visibility')}>
        <div className="stack" style={{ gap: 10, marginTop: 4 }}>
          {VISIBILITIES.map((one) => (
            <Radio
              key={one}
              value={one}
              label={t(`published.visibility.${one}`)}
              description={t(`published.visibilityText.${one}`)}
            />
          ))}
        </div>
      </Radio.Group>
      {form.values.visibility === 'shared' && (
        <TagsInput
          label={t('published.form.userNames')}
          maxTags={50}
          acceptValueOnBlur
          {...form.getInputProps('userNames')}
          error={wrong === undefined ? null : `${wrong}: ${check(account, wrong)}`}
        />
      )}
    </>
  )
}
