import type { ContentTable, ReportContent } from './content.ts'

/** A report as Markdown; names in it are text, whatever they contain. */
export function toMarkdown(content: ReportContent): string {
  const { title, label, headline, about, figures, bars, weekdays, incidents, forecasts, shares, statistics } = content
  const blocks: (string | undefined)[] = [
    `# ${escaped(headline)}`,
    `${escaped(label)} · ${escaped(title)}\n${escaped(about)}`,
    figures
      .map(
        ({ value, label: name, before }) =>
          `- **${escaped(value)}** ${escaped(name)}${before === '' ? '' : ` (${escaped(before)})`}`,
      )
      .join('\n'),
    bars.spoken.length === 0 ? undefined : `## ${escaped(bars.title)}\n\n${list(bars.spoken)}`,
    weekdays && table(weekdays),
    content.changes.length === 0 ? undefined : `## ${escaped(content.changesTitle)}\n\n${list(content.changes)}`,
    content.moreChanges && escaped(content.moreChanges),
    `## ${escaped(content.incidentsTitle)}`,
    incidents.length === 0
      ? escaped(content.noIncidents)
      : incidents
          .map(
            (one, index) =>
              `${index + 1}. **${escaped(one.title)}** ${escaped(one.brief)} (${one.facts.map(escaped).join(', ')})`,
          )
          .join('\n'),
    content.moreIncidents && escaped(content.moreIncidents),
    forecasts.length === 0 ? undefined : `## ${escaped(content.forecastsTitle)}\n\n${list(forecasts)}`,
    ...shares.map(table),
    statistics.rows.length === 0 ? undefined : table(statistics),
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

function list(lines: readonly string[]): string {
  return lines.map((line) => `- ${escaped(line)}`).join('\n')
}

function table({ title, columns, rows, more }: ContentTable): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  const head = line(columns.map((column) => escaped(column.title)))
  const rule = line(columns.map(({ isNumber }) => (isNumber ? '--:' : '---')))
  const body = rows.map((row) => line(row.map(escaped)))
  return [`## ${escaped(title)}\n`, head, rule, ...body, ...(more === undefined ? [] : ['', escaped(more)])].join('\n')
}

/** Every sign that means something in Markdown, HTML included. */
function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\`*_[\]|~#>]/g, '\\$&')
    .replace(
      /^(?:(\d+)([.)])(?=\s|$)|([+-])(?=\s|$))/,
      (_, digits: string | undefined, sign: string, bullet: string) =>
        digits === undefined ? `\\${bullet}` : `${digits}\\${sign}`,
    )
}
