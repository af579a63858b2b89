import type { ConnectionFields } from '@omen/sdk'
import type { ConnectorField } from '@omen/sdk/connectors'

/** What was typed, by the name of the field; a list has an entry a line. */
export type ConnectionValues = Partial<Record<keyof ConnectionFields, string>>

/** The lines of a list, each once. */
export const linesOf = (text = ''): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
]

/** What a form begins with: the settings of a connection, or the defaults. */
export const valuesOf = (
  fields: readonly ConnectorField[],
  settings: Readonly<Record<string, unknown>> = {},
): ConnectionValues =>
  Object.fromEntries(
    fields.map(({ name, choices }) => {
      const set = settings[name]
      return [name, Array.isArray(set) ? set.join('\n') : String(set ?? choices?.[0] ?? '')]
    }),
  )

/** What the API takes of what was typed: what is not empty or, of a connection that is there, what is another: an emptied field is sent as such. */
export const toRequest = (
  fields: readonly ConnectorField[],
  values: ConnectionValues,
  settings?: Readonly<Record<string, unknown>>,
): ConnectionFields => {
  const before = valuesOf(fields, settings)
  const entries = fields.flatMap(({ name, input }): [string, unknown][] => {
    const text = values[name]?.trim() ?? ''
    if (settings !== undefined && text === before[name]) return []
    if (input === 'list') {
      const lines = linesOf(text)
      return lines.length > 0 || settings !== undefined ? [[name, lines]] : []
    }
    return text !== '' || settings !== undefined ? [[name, text]] : []
  })
  return Object.fromEntries(entries) as ConnectionFields
}
