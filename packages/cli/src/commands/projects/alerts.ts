import type { AlertSettingChanges } from '@omen/sdk'
import { type Command, InvalidArgumentError } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { UsageError } from '../../failures.ts'
import { renderAlertPreview, renderAlertSetting } from '../../render/alerts.ts'

interface AlertsOptions {
  set?: AlertSettingChanges[]
  preview?: boolean
}

type Name = keyof AlertSettingChanges

/** What each setting is: a list of names is typed with commas, an object as JSON. */
const KINDS: Readonly<Record<Name, 'number' | 'boolean' | 'names' | 'json'>> = {
  pvalue: 'number',
  cvalue: 'number',
  'pvalue-email': 'number',
  'cvalue-email': 'number',
  minAnomalyRatioFilter: 'number',
  quietMinutes: 'number',
  escalateMinutes: 'number',
  predictionHours: 'number',
  onlyWithCause: 'boolean',
  sendsRecovery: 'boolean',
  recipients: 'names',
  sharedUserNames: 'names',
  thresholds: 'json',
  calendars: 'json',
}

/** `omen projects alerts` */
export function projectsAlerts(cli: Cli): Command {
  return describeCommand('alerts', {
    summary: 'show or change when and to whom the incidents of a project are sent',
    description:
      'Shows the settings and what the last 30 days would have sent with them. Settings are named as in the API: ' +
      `${Object.keys(KINDS).join(', ')}. Addresses and accounts are separated by commas; thresholds and calendars are JSON; escalateMinutes=never ends escalation.`,
    examples: [
      { run: 'omen projects alerts shop', does: 'shows them' },
      { run: 'omen projects alerts shop --set quietMinutes=60 sendsRecovery=true', does: 'changes two of them' },
      {
        run: 'omen projects alerts shop --set pvalue-email=0.9999 --preview',
        does: 'says what would be sent; changes nothing',
      },
      { run: 'omen projects alerts shop --set recipients=ops@example.com,me@example.com', does: 'who gets mail' },
      {
        run: `omen projects alerts shop --set 'thresholds=[{"metric":"disk_*","ignoreBelow":80}]'`,
        does: 'limits of a metric',
      },
    ],
  })
    .argument('<project>', 'name')
    .option('--set <setting=value...>', 'change settings', addSetting)
    .option('--preview', 'change nothing: say what the last 30 days would have sent')
    .action(act<AlertsOptions>(cli, runAlerts))
}

async function runAlerts(run: Run, { set = [], preview = false }: AlertsOptions, [name = '']: string[]): Promise<void> {
  const changes: AlertSettingChanges = Object.assign({}, ...set)
  const { alerts } = await run.omen()
  const isChanging = set.length > 0
  const answer = !isChanging
    ? await alerts.get(name)
    : preview
      ? await alerts.preview(name, changes)
      : await alerts.set(name, changes)
  run.result({ success: true, ...answer }, () => {
    const sent = renderAlertPreview(answer.preview, run)
    return preview && !isChanging ? sent : [renderAlertSetting(answer, run), '', sent].join('\n')
  })
  if (isChanging && preview) run.note('Nothing was changed.')
}

function addSetting(text: string, before: AlertSettingChanges[] = []): AlertSettingChanges[] {
  const at = text.indexOf('=')
  const name = text.slice(0, at)
  if (at < 1 || !(name in KINDS))
    throw new InvalidArgumentError(
      `Give a setting with its value, as quietMinutes=60. There are ${Object.keys(KINDS).join(', ')}.`,
    )
  return [...before, { [name]: readValue(name as Name, text.slice(at + 1)) }]
}

function readValue(name: Name, text: string): unknown {
  switch (KINDS[name]) {
    case 'number': {
      if (name === 'escalateMinutes' && text === 'never') return null
      const value = Number(text)
      if (text.trim() === '' || Number.isNaN(value)) throw new InvalidArgumentError(`${name} is a number.`)
      return value
    }
    case 'boolean':
      if (text !== 'true' && text !== 'false') throw new InvalidArgumentError(`${name} is true or false.`)
      return text === 'true'
    case 'names':
      return text.split(',').flatMap((one) => one.trim() || [])
    case 'json':
      try {
        return JSON.parse(text)
      } catch {
        throw new UsageError(`${name} is a list as JSON, as '[{"metric":"disk_*","ignoreBelow":80}]'.`)
      }
  }
}
