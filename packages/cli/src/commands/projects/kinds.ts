import type { Connector, DataType, ProjectKind } from '@omen/sdk'
import { connectors, connectorsOf } from '@omen/sdk/connectors'
import { type Command, Option } from 'commander'
import { UsageError } from '../../failures.ts'

/** A kind of project as the commands have it. */
export interface Kind {
  readonly name: ProjectKind
  readonly summary: string
  /** Options of an example, after the name of the project. */
  readonly example: string
}

/** Kinds of projects, in the order of help. */
export const KINDS: readonly Kind[] = [
  {
    name: 'datadog',
    summary: 'Datadog',
    example: '--site datadoghq.eu --apikey env:DD_API_KEY --appkey env:DD_APP_KEY --metrics system.cpu.user',
  },
  {
    name: 'newrelic',
    summary: 'New Relic',
    example: '--apikey env:NEW_RELIC_KEY --account-id 1234567 --region EU',
  },
  {
    name: 'amazon',
    summary: 'Amazon CloudWatch',
    example:
      '--zone eu-central-1 --access-key env:AWS_ACCESS_KEY_ID --secret-key env:AWS_SECRET_ACCESS_KEY --instance-type EC2',
  },
  {
    name: 'google',
    summary: 'Google Cloud',
    example:
      '--project-id shop-prod-1234 --filename key.json --metrics compute.googleapis.com/instance/cpu/utilization',
  },
  {
    name: 'log',
    summary: 'Loki, Elasticsearch or files of the server',
    example: `--source loki --address http://loki:3100 --query '{app="shop"}'`,
  },
  {
    name: 'custom',
    summary: 'Prometheus, InfluxDB, PostgreSQL or MySQL',
    example: '--source prometheus --address http://prometheus:9090 --query node_load1 --query node_memory_Active_bytes',
  },
]

/** `--source` of the kinds that have several, and `--logs` of those that have both types of data. */
export function addKindOptions(command: Command, kind: ProjectKind, more: readonly string[] = []): Command {
  const among = connectorsOf(kind)
  if (among.length > 1)
    command.addOption(new Option('--source <name>', 'where it fetches from').choices([...more, ...among]))
  if (among.some((connector) => connectors[connector].dataTypes.length > 1) || (more.length > 0 && kind === 'custom'))
    command.option('--logs', 'log lines instead of metrics')
  return command
}

/** The connector of a kind, by `--source` where it has several. */
export function connectorFor(kind: ProjectKind, source: string | undefined): Connector {
  const among = connectorsOf(kind)
  const found = among.length === 1 ? among[0] : among.find((connector) => connector === source)
  if (found === undefined) throw new UsageError(`--source is missing: one of ${among.join(', ')}`)
  return found
}

/** What a project collects: log lines where asked, and where there is nothing else. */
export function dataTypeFor(connector: Connector, logs: boolean | undefined): DataType {
  const [first] = connectors[connector].dataTypes
  return logs ? 'Log' : first!
}
