import type { MailContent } from './content.ts'

/** The same as the HTML says, for mail programs and people that prefer text. */
export function toText(content: MailContent): string {
  const { label, project, heading, facts, actions, incidents, more, lanes, series, zone, reason, unsubscribe } = content
  const blocks: (string | undefined)[] = [
    [project, label].filter(Boolean).join(' · '),
    [heading, joined(facts)].filter(Boolean).join('\n'),
    series.length > 0
      ? [content.seriesTitle, ...series.map(({ name, facts: own }) => `- ${name}: ${joined(own)}`)].join('\n')
      : undefined,
    lanes &&
      `${lanes.title}\n${lanes.picture.alt
        .split('; ')
        .map((line) => `- ${line}`)
        .join('\n')}`,
    ...incidents.map(({ sentence, facts: own, link }) => `- ${sentence}\n  ${joined(own)}\n  ${link.url}`),
    more,
    actions.map(({ text, url }) => `${text}: ${url}`).join('\n'),
    [zone, reason, unsubscribe && `${unsubscribe.text}: ${unsubscribe.url}`].filter(Boolean).join('\n'),
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

function joined(facts: readonly string[]): string {
  return facts.join(' · ')
}
