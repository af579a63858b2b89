import type { Run } from '../../cli.ts'
import { requireProjectName } from '../../options.ts'
import { renderNewKey } from '../../render/ingest-keys.ts'
import { readSettings, type SettingsOptions } from './settings.ts'

/** Options of a project that data is sent to. */
export interface SendingOptions extends SettingsOptions {
  logs?: boolean
}

/** Adds a project that data is sent to, and prints its key. */
export async function addSendingProject(
  run: Run,
  kind: 'custom' | 'log',
  { logs, ...options }: SendingOptions,
  projectName: string,
): Promise<void> {
  requireProjectName(projectName)
  const { projects } = await run.omen()
  const settings = { samplingInterval: 1, ...readSettings(options), projectName }
  const dataType = logs ? 'Log' : 'Metric'
  const added = await (kind === 'log' ? projects.addLog(settings) : projects.addCustom({ ...settings, dataType }))
  run.result(added, () => renderNewKey(added, run))
  run.note(`Project ${projectName} is added. Its key is not shown again.`)
}
