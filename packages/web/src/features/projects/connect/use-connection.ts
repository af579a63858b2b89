import {
  ApiProblem,
  type CollectionFault,
  type ConnectionFields,
  type ConnectionTest,
  type Connector,
  type DataType,
  withKeyFile,
} from '@omen/sdk'
import { fieldsOf, missingFields } from '@omen/sdk/connectors'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { omen } from '../../../lib/api/omen.ts'
import { currentLocale } from '../../../lib/i18n/i18n.ts'
import { useConnectTexts } from '../../../lib/i18n/use-connect-texts.ts'
import { fieldErrors } from '../../../lib/problem/problem.ts'
import { toRequest, valuesOf } from './connection-values.ts'
import { fieldOfFault } from './field-of-fault.ts'

type FieldName = keyof ConnectionFields
type FieldErrors = Partial<Record<FieldName, string>>

export interface ConnectionOptions {
  connector: Connector
  dataType: DataType
  /** Minutes. */
  samplingInterval: number
  onTested?: (tested: TestedFields) => void
  /** Of a project that is there: what is omitted is taken from its connection. */
  before?: { projectName: string; settings: Readonly<Record<string, unknown>>; secrets: readonly string[] }
}

/** What a test showed, and of which fields. */
export interface TestedFields {
  test: ConnectionTest
  tookMs: number
  key: string
}

/** A connection that is typed in: its fields, what is wrong with them, and its test. */
export const useConnection = ({ connector, dataType, samplingInterval, before, onTested }: ConnectionOptions) => {
  const { t } = useConnectTexts()
  const fields = fieldsOf(connector, dataType)
  const [values, setValues] = useState(() => valuesOf(fields, before?.settings))
  const [file, setFile] = useState<File | null>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const request = toRequest(fields, values, before?.settings)
  const key = JSON.stringify([request, file && [file.name, file.lastModified]])

  /** Errors beside the fields that an answer is about; focus goes to the first. */
  const showErrors = (found: FieldErrors): void => {
    setErrors(found)
    const first = fields.find(({ name }) => found[name] !== undefined)
    if (first) document.getElementById(fieldId(first.name))?.focus()
  }
  const test = useMutation({
    mutationFn: async (search: string): Promise<TestedFields> => {
      const startedAt = performance.now()
      const base = before ? { projectName: before.projectName } : { dataType }
      const more = search === '' ? {} : { search }
      const answer = await sendFields(request, file, false, (sent) =>
        omen.projects.testConnection(connector, { ...base, ...more, samplingInterval, ...sent }),
      )
      return { test: answer, tookMs: performance.now() - startedAt, key }
    },
    onSuccess: (tested) => {
      setErrors({})
      onTested?.(tested)
    },
    onError: (error) => showErrors(errorsIn(error)),
  })
  const errorsIn = (error: unknown): FieldErrors => {
    if (!(error instanceof ApiProblem)) return {}
    if (error.code !== 'CONNECTION_FAILED')
      return fieldErrors(
        error,
        fields.map(({ name }) => name),
        currentLocale(),
      )
    const name = fieldOfFault(error.details[0]?.name as CollectionFault, fields, {
      ...values,
      ...(file && { filename: file.name }),
    })
    return name === undefined ? {} : { [name]: error.message }
  }
  const isSecretSet = (name: FieldName): boolean =>
    before?.secrets.includes(name === 'filename' ? 'serviceAccount' : name) === true
  const missingFor = (isTest: boolean) =>
    before ? [] : missingFields(connector, dataType, { ...request, ...(file && { filename: file.name }) }, isTest)
  /** False, with errors beside what is missing. */
  const requireFields = (): boolean => {
    const missing = missingFor(true)
    showErrors(Object.fromEntries(missing.map(({ name }) => [name, t('required')])))
    return missing.length === 0
  }
  return {
    ...{ connector, fields, values, file, errors, request, isSecretSet, requireFields, showErrors, errorsIn, test },
    set: (name: FieldName, value: string) => {
      setValues((earlier) => ({ ...earlier, [name]: value }))
      setErrors(({ [name]: _, ...others }) => others)
    },
    setFile: (chosen: File | null) => {
      setFile(chosen)
      setErrors(({ filename: _, ...others }) => others)
    },
    isChanged: Object.keys(request).length > 0 || file !== null,
    isTested: test.data?.key === key,
    /** Tested, and not only for what there is to choose from. */
    isReady: test.data?.key === key && missingFor(false).length === 0,
    send: <T>(act: (sent: ConnectionFields) => Promise<T>) => sendFields(request, file, true, act),
  }
}

export type ConnectionState = ReturnType<typeof useConnection>

export const fieldId = (name: FieldName): string => `connection-${name}`

/** Fields as they are sent: a key file is stored, and named by its handle. */
const sendFields = <T>(
  fields: ConnectionFields,
  file: File | null,
  isKept: boolean,
  act: (sent: ConnectionFields) => Promise<T>,
): Promise<T> =>
  file === null
    ? act(fields)
    : withKeyFile(omen, { store: () => omen.files.store(file), isKept }, (filename) => act({ ...fields, filename }))
