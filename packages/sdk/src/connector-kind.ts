import type { Connector, ProjectKind } from './types.ts'

const KINDS: Readonly<Record<Connector, ProjectKind>> = {
  datadog: 'datadog',
  newrelic: 'newrelic',
  amazon: 'amazon',
  google: 'google',
  loki: 'log',
  elasticsearch: 'log',
  file: 'log',
  prometheus: 'custom',
  influx: 'custom',
  postgresql: 'custom',
  mysql: 'custom',
}

/** The kind of the projects that fetch from a service: its own, or `log` or `custom`, which have several. */
export function kindOfConnector(connector: Connector): ProjectKind {
  return KINDS[connector]
}
