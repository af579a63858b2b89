import type { Context } from '../context.ts'
import { publicOrigin } from '../public-origin.ts'
import type { Made } from './content.ts'

/** The page of a report. */
export function reportUrl({ settings }: Pick<Context, 'settings'>, { kind, report }: Made): string {
  const { scope } = report
  const search = new URLSearchParams()
  if (scope.kind === 'project') search.set('project', `${scope.name}@${scope.owner}`)
  if (kind === 'daily') search.set('day', report.day)
  else {
    search.set('period', report.period)
    search.set('at', String(report.from))
  }
  return `${publicOrigin(settings)}/${kind}?${search}`
}
