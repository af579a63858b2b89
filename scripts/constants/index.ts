import { resolve } from 'node:path'
import { findUnjudged } from './find-unjudged.ts'
import { judges } from './judges.ts'
import type { Origins } from './origin.ts'
import { causes } from './origins/causes.ts'
import { comparisons } from './origins/comparisons.ts'
import { detect } from './origins/detect.ts'
import { detectColumns } from './origins/detect-columns.ts'
import { forecast } from './origins/forecast.ts'
import { incidents } from './origins/incidents.ts'
import { live } from './origins/live.ts'
import { logs } from './origins/logs.ts'
import { series } from './origins/series.ts'
import { stats } from './origins/stats.ts'
import { stream } from './origins/stream.ts'
import { readConstants } from './read-constants.ts'
import { namesChosenElsewhere } from './render-choices.ts'
import { renderPage } from './render-page.ts'
import { traceConstants } from './trace-constants.ts'

const engine = resolve(import.meta.dirname, '../../packages/engine/src')

const origins: Origins = {
  ...causes,
  ...comparisons,
  ...detect,
  ...detectColumns,
  ...forecast,
  ...incidents,
  ...live,
  ...logs,
  ...series,
  ...stats,
  ...stream,
}

/** The page of the guide that names the constants of the engine. Throws an error that names each constant without an origin, or judged by nothing but its own data. */
export function constantsPage(): string {
  const traced = traceConstants(readConstants(engine), origins, judges)
  if (traced.kind === 'incomplete')
    throw new Error(`Name where these constants come from in scripts/constants/origins:\n${traced.problems.join('\n')}`)
  const unjudged = findUnjudged(traced.constants, namesChosenElsewhere())
  if (unjudged.length > 0) throw new Error(`Let these constants be judged elsewhere:\n${unjudged.join('\n')}`)
  return renderPage(traced.constants)
}
