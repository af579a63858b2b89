export { kindOfConnector } from '../connector-kind.ts'
export type { ConnectorField, ConnectorInput } from './connector-field.ts'
export type { ConnectorForm } from './connectors.ts'
export { connectors, connectorsOf, fieldsOf, missingFields } from './connectors.ts'
