import type { Job } from '@omen/sdk'
import { relative } from './clock-times.ts'
import { duration } from './duration.ts'
import { count } from './figures.ts'
import { plain } from './plain.ts'
import { type Cell, type Column, table } from './table.ts'
import type { View } from './view.ts'

const COLUMNS: Column[] = [
  { title: 'JOB' },
  { title: 'KIND' },
  { title: 'STATE' },
  { title: 'STARTED', align: 'right' },
  { title: 'TOOK', align: 'right' },
  { title: 'ABOUT', shrink: 1 },
]

/** Jobs, one per line. */
export function renderJobs(jobs: readonly Job[], { paint, width, io }: View): string {
  const now = io.clock.now()
  const rows = jobs.map((job): Cell[] => {
    const took = job.startedAt ? duration((job.finishedAt ?? now) - job.startedAt) : '–'
    const state = stateOf(job)
    const shown = job.state === 'failed' ? { text: state, shown: paint.red(state) } : state
    return [shortId(job.id, width), job.kind, shown, relative(job.startedAt ?? job.createdAt, now), took, aboutOf(job)]
  })
  return table(COLUMNS, rows, width, paint)
}

/** Abbreviates ids on a terminal, as git does; a pipe gets them whole. */
function shortId(id: string, width: number): string {
  return Number.isFinite(width) ? id.slice(0, 8) : id
}

/** One job with its result or error. */
export function renderJob(job: Job, { paint }: View): string {
  const lines = [`${paint.bold(job.id)} ${job.kind}: ${stateOf(job)}`]
  if (job.title) lines.push(plain(job.title))
  if (job.error) lines.push(paint.red(`${plain(job.error.message)} (${job.error.code})`))
  for (const detail of job.error?.details ?? []) lines.push(`  ${plain(detail.message)}`)
  if (job.result) lines.push(...resultLines(job))
  return lines.join('\n')
}

function stateOf({ state, progress: { done, total, unit } }: Job): string {
  if (state !== 'running' || total === 0) return state
  return unit === 'steps' ? `running ${count(done)}/${count(total)}` : `running ${Math.floor((100 * done) / total)} %`
}

function aboutOf(job: Job): string {
  const result = resultLines(job)[0]
  return job.error?.message ?? [job.title, result].filter((part) => part !== undefined).join(' → ')
}

function resultLines({ result }: Job): string[] {
  const versions = (result?.versions ?? []).map(versionText)
  const made = [...(versions.length > 0 ? [versions.join(', ')] : [])]
  if (result?.detectionId) made.push(`detection ${result.detectionId}`)
  return [...made, ...(result?.notes ?? []).map(plain)]
}

/** A version that a job created: "checkout v3 (Split)", and where another one is in use: "checkout v3 (Split), not live". */
export function versionText({
  modelName,
  modelType,
  version,
  live,
}: {
  modelName: string
  modelType: string
  version: number
  live: boolean
}): string {
  return `${plain(modelName)} v${version} (${modelType})${live ? '' : ', not live'}`
}
