import type { Command } from 'commander'
import type { Cli } from './cli.ts'
import type { LoadProgram } from './command.ts'

/** Builds a command for the run; `loadProgram` is for the one that looks at others. */
type BuildCommand = (cli: Cli, loadProgram: LoadProgram) => Command

/** The commands of `omen` in the order of its help, each with its module, which is loaded only when it is needed. */
export const commandLoaders: ReadonlyMap<string, () => Promise<BuildCommand>> = new Map([
  ['login', async () => (await import('./commands/login.ts')).login],
  ['logout', async () => (await import('./commands/logout.ts')).logout],
  ['whoami', async () => (await import('./commands/whoami.ts')).whoami],
  ['detect', async () => (await import('./commands/detect.ts')).detect],
  ['upload', async () => (await import('./commands/upload.ts')).upload],
  ['files', async () => (await import('./commands/files.ts')).files],
  ['models', async () => (await import('./commands/models.ts')).models],
  ['detections', async () => (await import('./commands/detections.ts')).detections],
  ['publish', async () => (await import('./commands/publish.ts')).publish],
  ['published', async () => (await import('./commands/published.ts')).published],
  ['projects', async () => (await import('./commands/projects.ts')).projects],
  ['events', async () => (await import('./commands/events.ts')).events],
  ['integrations', async () => (await import('./commands/integrations.ts')).integrations],
  ['report', async () => (await import('./commands/report.ts')).report],
  ['apply', async () => (await import('./commands/apply.ts')).apply],
  ['export', async () => (await import('./commands/export.ts')).exportConfig],
  ['live', async () => (await import('./commands/live.ts')).live],
  ['verdict', async () => (await import('./commands/verdict.ts')).verdict],
  ['push', async () => (await import('./commands/push.ts')).push],
  ['data', async () => (await import('./commands/data.ts')).data],
  ['demo', async () => (await import('./commands/demo.ts')).demo],
  ['jobs', async () => (await import('./commands/jobs.ts')).jobs],
  ['logs', async () => (await import('./commands/logs.ts')).logs],
  ['causes', async () => (await import('./commands/causes.ts')).causes],
  ['incidents', async () => (await import('./commands/incidents.ts')).incidents],
  ['predict', async () => (await import('./commands/predict.ts')).predict],
  ['outliers', async () => (await import('./commands/outliers.ts')).outliers],
  ['peers', async () => (await import('./commands/peers.ts')).peers],
  ['rollout', async () => (await import('./commands/rollout.ts')).rollout],
  ['score', async () => (await import('./commands/score.ts')).score],
  ['forecast', async () => (await import('./commands/forecast.ts')).forecast],
  ['evaluate', async () => (await import('./commands/evaluate.ts')).evaluate],
  ['api', async () => (await import('./commands/api.ts')).api],
  ['mcp', async () => (await import('./commands/mcp.ts')).mcp],
  ['config', async () => (await import('./commands/config.ts')).config],
  ['glossary', async () => (await import('./commands/glossary.ts')).glossaryCommand],
  ['help', async () => (await import('./commands/help.ts')).help],
  ['completion', async () => (await import('./commands/completion.ts')).completion],
  ['__complete', async () => (await import('./commands/complete.ts')).complete],
])
