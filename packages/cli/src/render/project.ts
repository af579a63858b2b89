import type { Project, ProjectLoss } from '@omen/sdk'
import { timeWriter } from './clock-times.ts'
import { describePosition } from './connection.ts'
import { duration } from './duration.ts'
import { counted } from './figures.ts'
import { plain } from './plain.ts'
import { paintState } from './projects.ts'
import type { View } from './view.ts'

const MINUTE_MS = 60_000

/** A project: its state and what to do, what it holds, its settings. */
export function renderProject(project: Project, view: View): string {
  const { paint, io } = view
  const { from, to, members, seriesCount } = project
  const head = `${paint.bold(plain(project.projectName))} of ${project.owner}  ${paintState(project.state, paint)}`
  const every = duration(project.samplingInterval * MINUTE_MS)
  const write = timeWriter(io.timeZone, { from: from ?? 0, to: to ?? 0, intervalMs: null })
  const span = from === null || to === null ? '' : `, ${write.full(from)} to ${write.full(to)} (${write.zone})`
  const { pvalue, cvalue } = project
  const held = project.dataType === 'Log' ? `Log lines${span}` : `${counted(seriesCount, 'series', 'series')}${span}`
  return [
    head,
    project.stateSentence,
    ...(project.collection ? [describePosition(project.collection, view)] : []),
    held,
    `A sample every ${every}, kept for ${counted(project.retentionDays, 'day')}, days of ${project.timeZone}`,
    `Detection with pvalue ${pvalue}, cvalue ${cvalue}`,
    describeModel(project, io.timeZone),
    ...(members.length > 0 ? [`Shared with ${members.join(', ')}`] : []),
  ].join('\n')
}

/** "Model shop v3 (Holistic), trained on 2026-11-20 00:00 to 2026-11-21 00:00; again every day". */
function describeModel({ model, retrainDays, modelType }: Project, timeZone: string): string {
  const every = retrainDays === 1 ? 'day' : counted(retrainDays, 'day')
  const again = retrainDays === 0 ? 'not trained anew' : `trained anew every ${every}`
  if (model === null) return retrainDays === 0 ? 'No model of its own' : `No model yet; ${modelType}, ${again}`
  const { modelName, version, trainedFrom, trainedTo } = model
  const write = timeWriter(timeZone, { from: trainedFrom ?? 0, to: trainedTo ?? 0, intervalMs: null })
  const span =
    trainedFrom === null || trainedTo === null
      ? ''
      : `, trained on ${write.full(trainedFrom)} to ${write.full(trainedTo)}`
  return `Model ${plain(modelName)} v${version} (${model.modelType})${span}; ${again}`
}

/** What a removal deletes: "1,204 samples, 12 series, 3 findings, 1 ingest key". */
export function describeLoss(loss: ProjectLoss): string {
  const counts: [number, string, string?][] = [
    [loss.points, 'sample'],
    [loss.logLines, 'log line'],
    [loss.series, 'series', 'series'],
    [loss.findings, 'finding'],
    [loss.incidents, 'incident'],
    [loss.verdicts, 'verdict'],
    [loss.keys, 'ingest key'],
  ]
  const parts = counts.flatMap(([lost, ...nouns]) => (lost > 0 ? [counted(lost, ...nouns)] : []))
  if (loss.members > 0) parts.push(`the access of ${counted(loss.members, 'member')}`)
  return parts.length === 0 ? 'no data' : parts.join(', ')
}
