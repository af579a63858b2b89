import type { Connector, DataType, ProjectKind } from '../../schema/wire-types.ts'

/** The fields of a connector, named as on the wire. */
export interface ConnectorFields {
  readonly kind: ProjectKind
  readonly dataTypes: readonly DataType[]
  readonly required: readonly string[]
  readonly optional: readonly string[]
  /** Those of them that are sealed. */
  readonly secrets: readonly string[]
}

const cloud = ['Metric', 'Log'] as const

export const connectors: Readonly<Record<Connector, ConnectorFields>> = {
  datadog: {
    kind: 'datadog',
    dataTypes: cloud,
    required: ['apikey', 'appkey'],
    optional: ['site', 'endpoint', 'query', 'metrics', 'hosts'],
    secrets: ['apikey', 'appkey'],
  },
  newrelic: {
    kind: 'newrelic',
    dataTypes: cloud,
    required: ['apikey', 'accountId'],
    optional: ['region', 'endpoint', 'nrql'],
    secrets: ['apikey'],
  },
  amazon: {
    kind: 'amazon',
    dataTypes: cloud,
    required: ['zone', 'access-key', 'secret-key'],
    optional: ['instanceType', 'roleArn', 'externalId', 'logGroups', 'endpoint'],
    secrets: ['access-key', 'secret-key'],
  },
  google: {
    kind: 'google',
    dataTypes: cloud,
    required: ['project-id', 'serviceAccount'],
    optional: ['project-type', 'metrics', 'logFilter', 'endpoint'],
    secrets: ['serviceAccount'],
  },
  loki: {
    kind: 'log',
    dataTypes: ['Log'],
    required: ['address', 'query'],
    optional: ['userName', 'password', 'token', 'tenant'],
    secrets: ['password', 'token'],
  },
  elasticsearch: {
    kind: 'log',
    dataTypes: ['Log'],
    required: ['address', 'index'],
    optional: ['userName', 'password', 'token', 'query'],
    secrets: ['password', 'token'],
  },
  file: { kind: 'log', dataTypes: ['Log'], required: ['path'], optional: [], secrets: [] },
  prometheus: {
    kind: 'custom',
    dataTypes: ['Metric'],
    required: ['address', 'query'],
    optional: ['userName', 'password', 'token', 'tenant'],
    secrets: ['password', 'token'],
  },
  influx: {
    kind: 'custom',
    dataTypes: ['Metric'],
    required: ['address', 'query'],
    optional: ['userName', 'password', 'token', 'database', 'organization'],
    secrets: ['password', 'token'],
  },
  postgresql: {
    kind: 'custom',
    dataTypes: ['Metric'],
    required: ['address', 'query'],
    optional: ['userName', 'password'],
    secrets: ['password'],
  },
  mysql: {
    kind: 'custom',
    dataTypes: ['Metric'],
    required: ['address', 'query'],
    optional: ['userName', 'password'],
    secrets: ['password'],
  },
}
