import type { AlertMessage } from '../../schema/wire-types.ts'
import type { Locale } from '../errors.ts'
import { plainText, shortened } from './plain-text.ts'
import type { Times } from './times.ts'
import { wordsOf } from './words.ts'

const most = 120
const mostProject = 40

/** One line of at most 120 characters: what it is about first, since a phone shows little more than thirty of them. */
export function subjectOf(
  message: AlertMessage,
  locale: Locale,
  { times, stepMs }: { readonly times: Times; readonly stepMs: number },
): string {
  const { subject, colon, label, incidents: countOf } = wordsOf[locale]
  const { kind, at, incidents, incidentsTotal } = message
  const project = plainText(message.projectName)
  const head = `[Omen] ${project === '' ? '' : `${shortened(project, mostProject)}${colon}`}`
  const [incident] = incidents
  if (kind === 'trial' || incident === undefined) return head + subject.trial
  const { start, since = start, end } = incident
  const several = (sentence: string): string => subject.digest(countOf(incidentsTotal), sentence)
  const alone = {
    opened: (sentence: string) => subject.since(sentence, times.short(since)),
    escalated: (sentence: string) => subject.since(subject.escalated(sentence), times.short(since)),
    acknowledged: (sentence: string) => subject.acknowledged(sentence),
    recovered: (sentence: string) => subject.recovered(sentence, times.duration((end ?? at) + stepMs - start)),
    predicted: (sentence: string) => subject.predicted(sentence),
    digest: several,
  }[kind]
  const isOther = kind !== 'digest' && incidents.length > 1
  const rest = isOther ? (sentence: string) => `${label[kind]}${colon}${several(sentence)}` : alone
  return head + rest(shortened(plainText(incident.sentence[locale]), most - head.length - rest('').length))
}
