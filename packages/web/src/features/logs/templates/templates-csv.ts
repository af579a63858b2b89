import type { LogAnalysis } from '@omen/sdk'
import { csvRow } from '@omen/sdk/rules'

/** The templates or keywords of a page as CSV; times in epoch milliseconds, or numbers of lines where the log has none. */
export function templatesCsv({ kind, templates, keywords }: LogAnalysis): string {
  if (kind === 'keywords')
    return [
      'word,lines,share,expected',
      ...keywords.map(({ word, count, share, expected }) => csvRow([word, count, share, expected ?? ''])),
    ].join('\n')
  return [
    'template_id,name,severity,services,template,lines,share,expected,first_seen,last_seen,ignored,critical,finding',
    ...templates.map((one) =>
      csvRow([
        ...[one.templateId, one.name ?? '', one.severity, one.services.join(' '), one.text, one.count, one.share],
        ...[one.expected ?? '', one.firstSeen, one.lastSeen, one.ignored ? 1 : 0, one.critical ? 1 : 0],
        one.findings[0]?.sentence ?? '',
      ]),
    ),
  ].join('\n')
}
