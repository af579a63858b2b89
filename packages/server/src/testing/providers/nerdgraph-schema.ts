/**
 * The part of NerdGraph's schema that reads data. New Relic publishes the whole only to who has a key; these types are those that its
 * own Go client was generated from (newrelic/newrelic-client-go: schema.json, pkg/nrdb/types.go; the arguments are those of the documents in
 * pkg/nrdb/nrdb_query.go). Fields that are left out here cannot be asked for in tests either.
 */
export const NERD_GRAPH_SCHEMA = `
scalar Nrql
scalar NrdbResult
scalar NrdbRawResults
scalar Seconds
scalar EpochMilliseconds

schema { query: RootQueryType }

type RootQueryType { actor: Actor }

type Actor { account(id: Int!): Account }

type Account {
  id: Int
  nrql(query: Nrql!, timeout: Seconds, async: Boolean): NrdbResultContainer
}

type NrdbResultContainer {
  currentResults: [NrdbResult]
  metadata: NrdbMetadata
  nrql: Nrql
  otherResult: NrdbResult
  previousResults: [NrdbResult]
  rawResponse: NrdbRawResults
  results: [NrdbResult]
  totalResult: NrdbResult
}

type NrdbMetadata {
  eventTypes: [String]
  facets: [String]
  messages: [String]
  timeWindow: NrdbMetadataTimeWindow
}

type NrdbMetadataTimeWindow {
  begin: EpochMilliseconds
  compareWith: String
  end: EpochMilliseconds
  since: String
  until: String
}
`
