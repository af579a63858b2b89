import { kindOfConnector } from '../connector-kind.ts'
import type { ConnectionFields, Connector, DataType, ProjectKind } from '../types.ts'
import { AMAZON_FIELDS, datadogFields, googleFields, newrelicFields } from './cloud-connectors.ts'
import type { ConnectorField } from './connector-field.ts'
import {
  elasticsearchFields,
  FILE_FIELDS,
  influxFields,
  lokiFields,
  mysqlFields,
  postgresqlFields,
  prometheusFields,
} from './own-connectors.ts'

/** What a project fetches from: the same for forms, commands and the server. */
export interface ConnectorForm {
  /** As the service calls itself. */
  readonly name: string
  /** The first is the default. */
  readonly dataTypes: readonly DataType[]
  readonly fields: readonly ConnectorField[]
}

const BOTH = ['Metric', 'Log'] as const

/** The form of each connector. */
export const connectors: Readonly<Record<Connector, ConnectorForm>> = {
  datadog: { name: 'Datadog', dataTypes: BOTH, fields: datadogFields },
  newrelic: { name: 'New Relic', dataTypes: BOTH, fields: newrelicFields },
  amazon: { name: 'Amazon CloudWatch', dataTypes: BOTH, fields: AMAZON_FIELDS },
  google: { name: 'Google Cloud', dataTypes: BOTH, fields: googleFields },
  loki: { name: 'Loki', dataTypes: ['Log'], fields: lokiFields },
  elasticsearch: { name: 'Elasticsearch', dataTypes: ['Log'], fields: elasticsearchFields },
  file: { name: 'File', dataTypes: ['Log'], fields: FILE_FIELDS },
  prometheus: { name: 'Prometheus', dataTypes: ['Metric'], fields: prometheusFields },
  influx: { name: 'InfluxDB', dataTypes: ['Metric'], fields: influxFields },
  postgresql: { name: 'PostgreSQL', dataTypes: ['Metric'], fields: postgresqlFields },
  mysql: { name: 'MySQL', dataTypes: ['Metric'], fields: mysqlFields },
}

/** Connectors of a kind of project; more than one where the kind has sources to choose from. */
export function connectorsOf(kind: ProjectKind): Connector[] {
  return (Object.keys(connectors) as Connector[]).filter((connector) => kindOfConnector(connector) === kind)
}

/** Fields of a connector for projects of a type. */
export function fieldsOf(connector: Connector, dataType: DataType): readonly ConnectorField[] {
  return connectors[connector].fields.filter((field) => field.dataType === undefined || field.dataType === dataType)
}

/** Fields without which a project cannot be added; a test can do without those whose values it lists. */
export function missingFields(
  connector: Connector,
  dataType: DataType,
  given: ConnectionFields,
  isTest = false,
): ConnectorField[] {
  return fieldsOf(connector, dataType).filter(
    ({ name, isRequired, isListed }) => isRequired && !(isTest && isListed) && isEmpty(given[name]),
  )
}

function isEmpty(value: ConnectionFields[keyof ConnectionFields]): boolean {
  return value === undefined || value.length === 0
}
