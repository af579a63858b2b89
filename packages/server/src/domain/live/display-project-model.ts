import type { DisplayedVersion } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import { invalidField } from '../invalid-field.ts'
import { displayVersion } from '../models/index.ts'
import { findReadableProject } from '../projects/index.ts'
import { compareVersions } from './compare-versions.ts'
import { readLearningWindows } from './learning-windows.ts'
import { observeCalibration } from './observe-calibration.ts'

export interface ProjectModelRequest {
  readonly projectName: string
  readonly modelType?: string | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** Beginnings of the windows to display. */
  readonly window?: readonly number[] | undefined
  readonly compare: boolean
  /** Displays none. */
  readonly brief: boolean
}

const DAY_MS = 86_400_000
const DAYS_SHOWN = 60

/** The versions that rows of a project were scored by, newest first, how often they flagged rows, and what some of them learned. */
export async function displayProjectModel(ctx: Context, caller: Caller, request: ProjectModelRequest) {
  const { project, source } = await findReadableProject(ctx, caller, request.projectName)
  const to = request.to ?? ctx.clock.now()
  const from = request.from ?? to - DAYS_SHOWN * DAY_MS
  if (from > to) throw invalidField('from', 'must not be later than to', { rule: 'order' })
  const windows = (await readLearningWindows(ctx, source.id)).filter(
    (window) =>
      window.from <= to &&
      (window.to ?? to) >= from &&
      (request.modelType === undefined || window.modelType === request.modelType),
  )
  const newest = windows.slice(0, 1).map((window) => window.from)
  const wanted = request.brief ? [] : (request.window ?? newest)
  const shown = wanted.map((begin) => {
    const window = windows.find((one) => one.from === begin)
    if (window === undefined)
      throw invalidField('window', `${begin} is not the from of a version`, { sentence: NO_WINDOW })
    return window
  })
  const displayed: DisplayedVersion[] = []
  for (const window of shown) displayed.push({ from: window.from, display: await displayVersion(ctx, window) })
  const sameData =
    request.compare && shown.length > 0 ? await compareVersions(ctx, caller, { project, source, to, shown }) : undefined
  return {
    versions: windows.map(({ modelId: _, ...version }) => version),
    calibration: await observeCalibration(ctx, source.id, project, { from, to }),
    models: displayed,
    ...(sameData && { sameData }),
  }
}

const NO_WINDOW = {
  en: 'No version of the model began then. Take a window from the list of versions.',
  'zh-CN': '没有在该时间开始使用的模型版本。请从版本列表中选择。',
}
