import type { DataType } from '../../schema/wire-types.ts'
import type { SenderAddress, SenderCommand } from './sender-command.ts'

/** Commands and pieces of configuration that send to a project, ready to be used. */
export function senderCommands(dataType: DataType, address: SenderAddress): SenderCommand[] {
  const data =
    dataType === 'Metric' ? [...metricCommands(address), openTelemetryCommand(address)] : logCommands(address)
  return [...data, ...webhookCommands(address)]
}

/** What the settings of a repository ask for, to report deployments and releases. */
function webhookCommands({ api, secret, hook }: SenderAddress): SenderCommand[] {
  return [
    {
      sender: 'github',
      text: [
        '# Settings, Webhooks, Add webhook',
        `Payload URL:  ${api}events/webhook/github?hook=${hook}`,
        'Content type: application/json',
        `Secret:       ${secret}`,
        'Events:       Deployment statuses, Releases',
      ].join('\n'),
    },
    {
      sender: 'gitlab',
      text: [
        '# Settings, Webhooks, Add new webhook',
        `URL:          ${api}events/webhook/gitlab`,
        `Secret token: ${secret}`,
        'Trigger:      Deployment events, Releases events',
      ].join('\n'),
    },
  ]
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

/** Commands and pieces of configuration that send log lines. */
function logCommands(address: SenderAddress): SenderCommand[] {
  const { api, secret } = address
  return [
    {
      sender: 'curl',
      text: [
        `curl -X POST '${api}ingest/logs' \\`,
        `  -H 'Authorization: Bearer ${secret}' \\`,
        `  -H 'Content-Type: application/json' \\`,
        `  -d '[{"line": "payment failed", "severity": "error", "instance": "web1", "time": '$(date +%s)'}]'`,
      ].join('\n'),
    },
    openTelemetryCommand(address),
    {
      sender: 'pino',
      text: [
        '// npm install pino pino-loki',
        "import { pino } from 'pino'",
        '',
        'const log = pino({',
        '  transport: {',
        "    target: 'pino-loki',",
        '    options: {',
        `      host: '${new URL(api).origin}',`,
        `      endpoint: '${new URL(api).pathname.slice(1)}ingest/loki/api/v1/push',`,
        `      basicAuth: { username: 'omen', password: '${secret}' },`,
        "      labels: { app: 'shop' },",
        "      propsToLabels: ['hostname'],",
        '    },',
        '  },',
        '})',
        "log.error('payment failed')",
      ].join('\n'),
    },
    ...rsyslogCommand(address),
  ]
}

/**
 * Where syslog is received, over TLS if it can be. What rsyslog cannot send waits in its queue, on disk where it is much. It looks whether the connection still
 * stands only if it may send the last message again. What it has taken out of the queue is lost when it is stopped, so it takes one message at a time.
 */
function rsyslogCommand({ api, secret, syslogPort, syslogTlsPort }: SenderAddress): SenderCommand[] {
  const port = syslogTlsPort ?? syslogPort
  if (port === null) return []
  const host = new URL(api).hostname
  const header = '<%PRI%>1 %TIMESTAMP:::date-rfc3339% %HOSTNAME% %APP-NAME% %PROCID% %MSGID%'
  const text = [
    '# /etc/rsyslog.d/60-omen.conf',
    ...(syslogTlsPort === null ? [] : ['# apt install rsyslog-openssl']),
    'template(name="omen" type="string"',
    `  string="${header} [omen@32473 key=\\"${secret}\\"] %msg:::drop-last-lf%")`,
    'action(type="omfwd" protocol="tcp" template="omen" TCP_Framing="octet-counted"',
    `  target="${host}" port="${port}"`,
    ...(syslogTlsPort === null
      ? []
      : [
          '  StreamDriver="ossl" StreamDriverMode="1" StreamDriverAuthMode="x509/name"',
          `  StreamDriverPermittedPeers="${host}" StreamDriver.CAFile="/etc/ssl/certs/ca-certificates.crt"`,
        ]),
    '  queue.type="LinkedList" queue.filename="omen" queue.maxDiskSpace="1g"',
    '  queue.dequeueBatchSize="1" queue.saveOnShutdown="on"',
    '  action.resumeRetryCount="-1" action.resumeInterval="5" ResendLastMSGOnReconnect="on")',
  ].join('\n')
  return [{ sender: 'rsyslog', text }]
}

/** The variables that every SDK and the Collector's own exporters read; a header's value is percent-encoded. */
function openTelemetryCommand({ api, secret }: SenderAddress): SenderCommand {
  return {
    sender: 'opentelemetry',
    text: [
      `export OTEL_EXPORTER_OTLP_ENDPOINT='${api}ingest/otlp'`,
      `export OTEL_EXPORTER_OTLP_HEADERS='Authorization=Bearer%20${secret}'`,
      'export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf',
    ].join('\n'),
  }
}
