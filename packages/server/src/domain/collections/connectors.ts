import { connectors as forms } from '@omen/sdk/connectors'
import type { Connector, DataType } from '../../schema/wire-types.ts'

/** The fields of a connector, as they are kept. */
export interface ConnectorFields {
  readonly dataTypes: readonly DataType[]
  readonly required: readonly string[]
  readonly optional: readonly string[]
  /** Those of them that are sealed. */
  readonly secrets: readonly string[]
  /** Those of the required ones whose values a test lists: it takes place without them. */
  readonly listed: readonly string[]
}

/** The text of a key file is kept in the place of the file's handle. */
const keyFileField = 'serviceAccount'

/** By the forms that people fill in. */
export const connectors = Object.fromEntries(
  Object.entries(forms).map(([connector, { dataTypes, fields }]) => {
    const namesOf = (isMeant: (field: (typeof fields)[number]) => boolean | undefined): string[] => [
      ...new Set(fields.filter(isMeant).map(({ name }) => (name === 'filename' ? keyFileField : name))),
    ]
    return [
      connector,
      {
        dataTypes,
        required: namesOf(({ isRequired }) => isRequired),
        optional: namesOf(({ isRequired }) => !isRequired),
        secrets: namesOf(({ input }) => input === 'secret' || input === 'file'),
        listed: namesOf(({ isListed }) => isListed),
      },
    ]
  }),
) as unknown as Readonly<Record<Connector, ConnectorFields>>

/** A field as requests name it. */
export function requestField(field: string): string {
  return field === keyFileField ? 'filename' : field
}
