import type { IngestReject } from '../../ports/decoded-batch.ts'
import type { DecodedLogs } from '../../ports/decoded-logs.ts'
import type { LogColumns, TextColumn } from '../../ports/log-lines.ts'
import type { IngestResult } from '../../schema/wire-types.ts'
import type { Context, Sender } from '../context.ts'
import { checkTimes, timeLimits } from './check-times.ts'
import { requireProject } from './require-project.ts'
import { spanOf } from './span-of.ts'
import { mayBeScored, noteUncounted } from './uncounted-logs.ts'

type Lines = Extract<DecodedLogs, { kind: 'logs' }>

export interface IngestedLogs extends Omit<IngestResult, 'success'> {
  /** Whether each row of the batch was stored; undefined if all of them were. */
  readonly isStored: Uint8Array | undefined
}

/** Stores the lines of a batch that can be stored, and says what was left out. Resolves when they are on the disk. */
export async function ingestLogs(
  ctx: Context,
  sender: Pick<Sender, 'sourceId'>,
  batch: Lines,
  isAnnounced = true,
): Promise<IngestedLogs> {
  const project = await requireProject(ctx, sender, 'Log')
  const now = ctx.clock.now()
  const times = checkTimes(batch.logs.times, timeLimits(now, project.retentionDays), now)
  const lines = times ? keepRows(batch.logs, times.isWithin) : batch.logs
  if (lines.times.length > 0) {
    await ctx.points.appendLogs(sender.sourceId, lines)
    const { from, to } = spanOf(lines.times)
    if (mayBeScored(from, project.samplingMs, ctx.clock.now()))
      await noteUncounted(ctx, sender.sourceId, { from, to: to + 1 })
    if (isAnnounced) ctx.arrivals.mark(sender.sourceId, from, to)
  }
  const rejects: IngestReject[] = [...batch.rejects, ...(times?.rejects ?? [])]
  return {
    accepted: lines.times.length,
    rejected: rejects.reduce((sum, { count }) => sum + count, 0),
    rejects,
    ...(batch.notes.length > 0 && { notes: [...batch.notes] }),
    isStored: times?.isWithin,
  }
}

function keepRows(logs: LogColumns, isKept: Uint8Array): LogColumns {
  const isWithin = (_: number, row: number): boolean => isKept[row] === 1
  return {
    times: logs.times.filter(isWithin),
    nanos: logs.nanos.filter(isWithin),
    occurrences: logs.occurrences.filter(isWithin),
    severities: logs.severities.filter(isWithin),
    instances: keepTexts(logs.instances, isKept),
    services: keepTexts(logs.services, isKept),
    lines: keepTexts(logs.lines, isKept),
    attributes: keepTexts(logs.attributes, isKept),
  }
}

function keepTexts({ bytes, ends }: TextColumn, isKept: Uint8Array): TextColumn {
  const kept = new Uint8Array(bytes.length)
  const keptEnds: number[] = []
  let at = 0
  ends.forEach((end, row) => {
    if (isKept[row] !== 1) return
    const text = bytes.subarray(row === 0 ? 0 : ends[row - 1], end)
    kept.set(text, at)
    at += text.length
    keptEnds.push(at)
  })
  return { bytes: kept.slice(0, at), ends: Uint32Array.from(keptEnds) }
}
