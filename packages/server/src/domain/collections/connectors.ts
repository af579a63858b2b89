import { type ConnectorField, fieldsOf, connectors as forms, missingFields } from '@omen/sdk/connectors'
import type { Connector, DataType } from '../../schema/wire-types.ts'

/** The text of a key file is kept in the place of the file's handle. */
const KEY_FILE_FIELD = 'serviceAccount'

/** A field as requests name it. */
export function requestField(field: string): string {
  return field === KEY_FILE_FIELD ? 'filename' : field
}

function keptField({ name }: ConnectorField): string {
  return name === 'filename' ? KEY_FILE_FIELD : name
}

/** Whether projects of either type may fetch from it. */
export function dataTypesOf(connector: Connector): readonly DataType[] {
  return forms[connector].dataTypes
}

/** Names of the fields of a connector, as they are kept. */
export function keptFields(connector: Connector): readonly string[] {
  return forms[connector].fields.map(keptField)
}

/** Those of them that are sealed. */
export function sealedFields(connector: Connector): readonly string[] {
  return forms[connector].fields.filter(({ input }) => input === 'secret' || input === 'file').map(keptField)
}

/** Those whose values a test lists: it takes place without them. */
export function listedFields(connector: Connector, dataType: DataType): readonly string[] {
  return fieldsOf(connector, dataType)
    .filter(({ isListed }) => isListed)
    .map(keptField)
}

/** The first field that is missing, as requests name it. */
export function missingField(
  connector: Connector,
  dataType: DataType,
  kept: Readonly<Record<string, unknown>>,
  isTest: boolean,
): string | undefined {
  const given = Object.fromEntries(Object.entries(kept).map(([field, value]) => [requestField(field), value]))
  return missingFields(connector, dataType, given, isTest)[0]?.name
}
