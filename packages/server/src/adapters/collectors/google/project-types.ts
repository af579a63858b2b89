/** A kind of monitored resource, where its metrics begin, and what names one of them. */
export interface GoogleProjectType {
  /** As Cloud Monitoring names the resource. */
  readonly id: string
  /** Of metric types; empty for all that the resource has. */
  readonly prefixes: readonly string[]
  /** Labels of the metric or the resource; the first that there is. */
  readonly instance: readonly string[]
  /** Of logs. */
  readonly service?: string
}

/** https://cloud.google.com/monitoring/api/resources */
const PROJECT_TYPES: readonly GoogleProjectType[] = [
  {
    id: 'gce_instance',
    prefixes: ['compute.googleapis.com/', 'agent.googleapis.com/'],
    instance: ['instance_name', 'compute.googleapis.com/resource_name', 'instance_id'],
  },
  { id: 'cloudsql_database', prefixes: ['cloudsql.googleapis.com/'], instance: ['database_id'] },
  {
    id: 'k8s_container',
    prefixes: ['kubernetes.io/container/'],
    instance: ['pod_name'],
    service: 'container_name',
  },
  { id: 'k8s_pod', prefixes: ['kubernetes.io/pod/'], instance: ['pod_name'] },
  { id: 'k8s_node', prefixes: ['kubernetes.io/node/'], instance: ['node_name'] },
  { id: 'pubsub_subscription', prefixes: ['pubsub.googleapis.com/subscription/'], instance: ['subscription_id'] },
  { id: 'pubsub_topic', prefixes: ['pubsub.googleapis.com/topic/'], instance: ['topic_id'] },
  {
    id: 'cloud_run_revision',
    prefixes: ['run.googleapis.com/'],
    instance: ['service_name'],
    service: 'service_name',
  },
  {
    id: 'cloud_function',
    prefixes: ['cloudfunctions.googleapis.com/'],
    instance: ['function_name'],
    service: 'function_name',
  },
  { id: 'gcs_bucket', prefixes: ['storage.googleapis.com/'], instance: ['bucket_name'] },
  { id: 'https_lb_rule', prefixes: ['loadbalancing.googleapis.com/'], instance: ['url_map_name'] },
  { id: 'redis_instance', prefixes: ['redis.googleapis.com/'], instance: ['instance_id'] },
  { id: 'spanner_instance', prefixes: ['spanner.googleapis.com/'], instance: ['instance_id'] },
  { id: 'gae_app', prefixes: ['appengine.googleapis.com/'], instance: ['module_id'], service: 'module_id' },
]

/** Labels that usually name one thing, of resources that are not in the table. */
const INSTANCE_LABELS = ['instance_name', 'instance_id', 'node_name', 'pod_name', 'host', 'instance', 'name']

/** The kind that the settings name: one of the table, or any other monitored resource with all its metrics. */
export function projectTypeOf(id: string): GoogleProjectType {
  return PROJECT_TYPES.find((type) => type.id === id) ?? { id, prefixes: [], instance: INSTANCE_LABELS }
}
