/** A check as it was asked for on the page; lengths as they are typed, such as 30m. */
export interface ShownCheck {
  readonly projectName?: string | undefined
  readonly filename?: string | undefined
  readonly detectionId?: string | undefined
  readonly at: number
  readonly before: string
  readonly after: string
  readonly settle: string
  readonly instances: readonly string[]
}

/** The command line of a check, with which a pipeline fails where it is worse. */
export const rolloutCommand = (check: ShownCheck): string => {
  const { projectName, filename, detectionId, at, before, after, settle, instances } = check
  const options: [string, string | undefined][] = [
    ['--project', projectName],
    ['--file', filename],
    ['--detection', detectionId],
    ['--at', new Date(at).toISOString()],
    ['--before', before],
    ['--after', after],
    ['--settle', settle],
    ['--treated', instances.join(',')],
    ['--fail-on', 'worse'],
  ]
  const written = options.flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`${name} ${quoted(value)}`],
  )
  return `omen rollout check ${written.join(' ')}`
}

/** For a shell. */
const quoted = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)
