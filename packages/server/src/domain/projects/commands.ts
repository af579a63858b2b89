import type { DataType } from '../../schema/wire-types.ts'
import { logCommands, openTelemetryCommand } from './log-commands.ts'
import type { SenderAddress, SenderCommand } from './sender-command.ts'
import { webhookCommands } from './webhook-commands.ts'

/** Commands and pieces of configuration that send to a project, ready to be used. */
export function senderCommands(dataType: DataType, address: SenderAddress): SenderCommand[] {
  const data =
    dataType === 'Metric' ? [...metricCommands(address), openTelemetryCommand(address)] : logCommands(address)
  return [...data, ...webhookCommands(address)]
}

function metricCommands({ api, secret }: SenderAddress): SenderCommand[] {
  return [
    {
      sender: 'curl',
      text: [
        `curl -X POST '${api}ingest/points' \\`,
        `  -H 'Authorization: Bearer ${secret}' \\`,
        `  -H 'Content-Type: application/json' \\`,
        `  -d '[{"metric": "cpu", "instance": "web1", "time": '$(date +%s)', "value": 42.5}]'`,
      ].join('\n'),
    },
    {
      sender: 'prometheus',
      text: [
        '# prometheus.yml',
        'remote_write:',
        `  - url: ${api}ingest/prometheus/api/v1/write`,
        '    authorization:',
        `      credentials: ${secret}`,
      ].join('\n'),
    },
    {
      sender: 'vmagent',
      text: [
        'vmagent -promscrape.config=prometheus.yml \\',
        `  -remoteWrite.url='${api}ingest/prometheus/api/v1/write' \\`,
        `  -remoteWrite.bearerToken='${secret}'`,
      ].join('\n'),
    },
    {
      sender: 'telegraf',
      text: [
        '# telegraf.conf',
        '[[outputs.influxdb_v2]]',
        `  urls = ["${api}ingest/influx"]`,
        `  token = "${secret}"`,
        '  organization = "omen"',
        '  bucket = "omen"',
      ].join('\n'),
    },
  ]
}
