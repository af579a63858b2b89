import { FileInput, PasswordInput, Select, Textarea, TextInput } from '@mantine/core'
import type { Connector } from '@omen/sdk'
import type { ConnectorField } from '@omen/sdk/connectors'
import { useConnectTexts } from '../../../lib/i18n/use-connect-texts.ts'
import { usePrompt } from '../../../lib/rules/use-check.ts'
import styles from './connect.module.css'
import type { ConnectionState } from './use-connection.ts'
import { fieldId } from './use-connection-fields.ts'

/** The fields of a connector: those that are seldom needed, or the others. */
export const ConnectionFieldInputs = ({ state, rare = false }: { state: ConnectionState; rare?: boolean }) => {
  const shown = state.fields.filter(({ isRare }) => Boolean(isRare) === rare)
  if (shown.length === 0) return null
  return (
    <div className={styles.fields}>
      {shown.map((field) => (
        <div key={field.name} className={isWide(field, state.connector) ? styles.wide : undefined}>
          <FieldInput field={field} state={state} />
        </div>
      ))}
    </div>
  )
}

/** Short ones stand two in a row. */
const SHORT: readonly string[] = [
  ...['apikey', 'appkey', 'accountId', 'region', 'access-key', 'secret-key', 'externalId'],
  ...['userName', 'password', 'database', 'organization', 'project-type', 'tenant'],
]

const isWide = ({ name }: ConnectorField, connector: Connector): boolean =>
  !SHORT.includes(name) || (connector === 'newrelic' && name === 'apikey')

const FieldInput = ({ field, state }: { field: ConnectorField; state: ConnectionState }) => {
  const { t } = useConnectTexts()
  const prompt = usePrompt()
  const { name, input, choices, placeholder, isRequired, hint } = field
  const isSet = state.isSecretSet(name)
  const isSecret = input === 'secret' || input === 'file'
  const isFirstSecret = isSecret && state.fields.find((one) => one.input === 'secret' || one.input === 'file') === field
  const secretHint = isSecret && isSet ? t('secretKept') : isFirstSecret ? t('secretHint') : ''
  const common = {
    id: fieldId(name),
    label: prompt(field.label),
    description: [hint && prompt(hint), secretHint].filter(Boolean).join(t('stop')) || undefined,
    required: isRequired === true && !isSet,
    withAsterisk: false,
    error: state.errors[name],
  }
  const value = state.values[name] ?? ''
  const onChange = (event: { currentTarget: { value: string } }) => state.set(name, event.currentTarget.value)
  switch (input) {
    case 'choice':
      return (
        <Select
          {...common}
          data={[...(choices ?? [])]}
          allowDeselect={false}
          value={value}
          onChange={(chosen) => state.set(name, chosen ?? '')}
        />
      )
    case 'list':
      return (
        <Textarea
          {...common}
          placeholder={placeholder}
          value={value}
          onChange={onChange}
          autosize
          minRows={2}
          maxRows={8}
          spellCheck={false}
          classNames={{ input: styles.code ?? '' }}
        />
      )
    case 'secret':
      return (
        <PasswordInput
          {...common}
          value={value}
          onChange={onChange}
          autoComplete="new-password"
          aria-invalid={common.error !== undefined || undefined}
        />
      )
    case 'file':
      return (
        <FileInput
          {...common}
          placeholder={t('choose')}
          accept="application/json,.json"
          clearable
          value={state.file}
          onChange={state.setFile}
        />
      )
    case 'text':
      return (
        <TextInput
          {...common}
          placeholder={placeholder}
          value={value}
          onChange={onChange}
          autoComplete="off"
          spellCheck={false}
        />
      )
  }
}
