import { type ConnectionFields, type Connector, type DataType, withKeyFile } from '@omen/sdk'
import { fieldsOf, missingFields } from '@omen/sdk/connectors'
import { useState } from 'react'
import { omen } from '../../../lib/api/omen.ts'
import { currentLocale } from '../../../lib/i18n/i18n.ts'
import { type ConnectionErrors, errorsIn } from './connection-errors.ts'
import { toRequest, valuesOf } from './connection-values.ts'

type FieldName = keyof ConnectionFields

export interface ConnectionSource {
  connector: Connector
  dataType: DataType
  /** Of a project that is there: what is omitted is taken from its connection. */
  before?: { projectName: string; settings: Readonly<Record<string, unknown>>; secrets: readonly string[] }
}

/** The fields of a connection as they are typed, and what is wrong with them. */
export const useConnectionFields = ({ connector, dataType, before }: ConnectionSource) => {
  const fields = fieldsOf(connector, dataType)
  const [values, setValues] = useState(() => valuesOf(fields, before?.settings))
  const [file, setFile] = useState<File | null>(null)
  const [errors, setErrors] = useState<ConnectionErrors>({})
  const request = toRequest(fields, values, before?.settings)
  const named = file === null ? {} : { filename: file.name }
  const clearError = (name: FieldName): void => setErrors(({ [name]: _, ...others }) => others)

  /** Errors beside their fields; focus goes to the first. */
  const showErrors = (found: ConnectionErrors): void => {
    setErrors(found)
    const first = fields.find(({ name }) => found[name] !== undefined)
    if (first) document.getElementById(fieldId(first.name))?.focus()
  }
  return {
    connector,
    fields,
    values,
    file,
    errors,
    showErrors,
    /** What is typed now, to be compared with what was tested. */
    key: JSON.stringify([request, file && [file.name, file.lastModified]]),
    isChanged: Object.keys(request).length > 0 || file !== null,
    isSecretSet: (name: FieldName): boolean =>
      before?.secrets.includes(name === 'filename' ? 'serviceAccount' : name) === true,
    missingFor: (isTest: boolean) =>
      before ? [] : missingFields(connector, dataType, { ...request, ...named }, isTest),
    showProblem: (error: unknown): void =>
      showErrors(errorsIn(error, fields, { ...values, ...named }, currentLocale())),
    set: (name: FieldName, value: string): void => {
      setValues((earlier) => ({ ...earlier, [name]: value }))
      clearError(name)
    },
    setFile: (chosen: File | null): void => {
      setFile(chosen)
      clearError('filename')
    },
    /** Passes on the fields as they are sent: a key file is stored first, named by its handle, and deleted unless it `isKept`. */
    send: <T>(isKept: boolean, act: (sent: ConnectionFields) => Promise<T>): Promise<T> =>
      file === null
        ? act(request)
        : withKeyFile(omen, { store: () => omen.files.store(file), isKept }, (filename) =>
            act({ ...request, filename }),
          ),
  }
}

export const fieldId = (name: FieldName): string => `connection-${name}`
