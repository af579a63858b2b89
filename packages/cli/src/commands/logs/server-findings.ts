import type { AnalysedTemplate, LogAnalysis, LogName, Omen } from '@omen/sdk'
import type { Run } from '../../cli.ts'
import type { FoundInLog } from '../../fail-on/fail-on-findings.ts'
import { checkRules, type FailOnRule } from '../../fail-on/gate.ts'
import { counted } from '../../render/figures.ts'
import { renderServerFindings, serverFindingsCsv } from '../../render/server-findings.ts'
import { renderServerTemplates, serverTemplatesCsv } from '../../render/server-templates.ts'
import type { ServerFinding } from '../../results/server-finding.ts'
import { findTarget, type TargetOptions } from './log-target.ts'

const TABS = ['clusters', 'new', 'rare', 'hot', 'cold', 'sequences', 'values'] as const
const PAGE_SIZE = 200

/** `omen logs findings --project` and `--file` */
export async function showServerFindings(
  run: Run,
  options: TargetOptions & { failOn?: FailOnRule<readonly FoundInLog[]>[] },
): Promise<void> {
  const omen = await run.omen()
  const target = await findTarget(run, omen, options)
  const { findings, analysis } = await readFindings(omen, target)
  const gate = checkRules(options.failOn, findings)
  const { lines, templatesTotal, from, to, hasTimes } = analysis
  run.result(
    { success: true, lines, templates: templatesTotal, from, to, hasTimes, findings, failOn: gate },
    { text: () => renderServerFindings(findings, { ...run, hasTimes }), csv: () => serverFindingsCsv(findings) },
  )
  run.note(remarks(analysis))
  run.close(gate)
}

/** `omen logs templates --project` and `--file` */
export async function showServerTemplates(run: Run, options: TargetOptions): Promise<void> {
  const omen = await run.omen()
  const target = await findTarget(run, omen, options)
  const { analysis, templates } = await readTab(omen, target, 'clusters', 'count')
  run.result(
    { success: true, lines: analysis.lines, templates },
    {
      text: () => renderServerTemplates(templates, { ...run, hasTimes: analysis.hasTimes }),
      csv: () => serverTemplatesCsv(templates),
    },
  )
  run.note(remarks(analysis))
}

type Target = LogName & { from?: number | undefined; to?: number | undefined }

/** Of all kinds, the most severe first. A template that has stopped has no lines, so each kind is asked for. */
async function readFindings(omen: Omen, target: Target): Promise<{ findings: ServerFinding[]; analysis: LogAnalysis }> {
  const found = new Map<string, ServerFinding>()
  let analysis: LogAnalysis | undefined
  for (const kind of TABS) {
    const read = await readTab(omen, target, kind, 'severity')
    analysis ??= read.analysis
    for (const { templateId, text, name, findings } of read.templates)
      for (const finding of findings)
        found.set(finding.id, { ...finding, templateId, template: text, ...(name !== undefined && { name }) })
  }
  const findings = [...found.values()].sort((a, b) => b.val - a.val || a.start - b.start)
  return { findings, analysis: analysis! }
}

async function readTab(
  omen: Omen,
  target: Target,
  kind: (typeof TABS)[number],
  sort: 'severity' | 'count',
): Promise<{ analysis: LogAnalysis; templates: AnalysedTemplate[] }> {
  const templates: AnalysedTemplate[] = []
  for (let page = 1; ; page++) {
    const analysis = await omen.logs.analysis({ ...target, kind, sort, buckets: 1, page, pageSize: PAGE_SIZE })
    templates.push(...analysis.templates)
    const isLast = page * PAGE_SIZE >= analysis.page.total
    // Those with findings come first
    const isEnough = sort === 'severity' && analysis.templates.at(-1)?.findingsTotal === 0
    if (isLast || isEnough || analysis.templates.length === 0) return { analysis, templates }
  }
}

function remarks({ lines, templatesTotal, withoutTemplate, hasTimes, file }: LogAnalysis): string {
  const remarks = [`${counted(lines, 'line')}, ${counted(templatesTotal, 'template')}.`]
  if (!hasTimes) remarks.push('The lines have no recognised timestamps, so hot and cold templates are not looked for.')
  if (withoutTemplate > 0) remarks.push(`${counted(withoutTemplate, 'line')} without a template.`)
  if (file && file.cutLines > 0) remarks.push(`${counted(file.cutLines, 'line')} cut: longer than 65,536 characters.`)
  return remarks.join('\n')
}
