import type { SenderAddress, SenderCommand } from './sender-command.ts'

/** Commands and pieces of configuration that send log lines. */
export function logCommands(address: SenderAddress): SenderCommand[] {
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
  ]
}

/** The variables that every SDK and the Collector's own exporters read; a header's value is percent-encoded. */
export function openTelemetryCommand({ api, secret }: SenderAddress): SenderCommand {
  return {
    sender: 'opentelemetry',
    text: [
      `export OTEL_EXPORTER_OTLP_ENDPOINT='${api}ingest/otlp'`,
      `export OTEL_EXPORTER_OTLP_HEADERS='Authorization=Bearer%20${secret}'`,
      'export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf',
    ].join('\n'),
  }
}
