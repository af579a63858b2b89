import type { GoogleMetric, GoogleSeries } from './answer-monitoring.ts'
import { GOOGLE_PROJECT } from './service-account.ts'

export const MACHINES: readonly string[] = ['web-1', 'web-2']

/** A series of a virtual machine. */
export function machineSeries(name: string, labels: Readonly<Record<string, string>> = {}): GoogleSeries {
  return {
    metric: { instance_name: name, ...labels },
    resource: {
      type: 'gce_instance',
      labels: { project_id: GOOGLE_PROJECT, instance_id: `${name}-4711`, zone: 'europe-west3-a' },
    },
  }
}

function machineMetric(
  name: string,
  kind: Pick<GoogleMetric, 'metricKind' | 'valueType' | 'unit'>,
  series: readonly GoogleSeries[] = MACHINES.map((machine) => machineSeries(machine)),
): GoogleMetric {
  return { type: `compute.googleapis.com/instance/${name}`, ...kind, monitoredResourceTypes: ['gce_instance'], series }
}

/** Metrics of each kind and type on two machines, and others that a project of machines leaves out. */
export function defaultMetrics(): GoogleMetric[] {
  return [
    machineMetric('cpu/utilization', { metricKind: 'GAUGE', valueType: 'DOUBLE', unit: '10^2.%' }),
    machineMetric(
      'network/received_bytes_count',
      { metricKind: 'DELTA', valueType: 'INT64', unit: 'By' },
      MACHINES.flatMap((machine) => ['true', 'false'].map((loadbalanced) => machineSeries(machine, { loadbalanced }))),
    ),
    machineMetric('disk/latencies', { metricKind: 'DELTA', valueType: 'DISTRIBUTION', unit: 'ms' }),
    machineMetric('queue_depths', { metricKind: 'GAUGE', valueType: 'DISTRIBUTION', unit: '1' }),
    machineMetric('is_healthy', { metricKind: 'GAUGE', valueType: 'BOOL', unit: '' }),
    machineMetric('state', { metricKind: 'GAUGE', valueType: 'STRING', unit: '' }),
    {
      type: 'cloudsql.googleapis.com/database/cpu/utilization',
      metricKind: 'GAUGE',
      valueType: 'DOUBLE',
      unit: '10^2.%',
      monitoredResourceTypes: ['cloudsql_database'],
      series: [
        {
          metric: {},
          resource: {
            type: 'cloudsql_database',
            labels: { project_id: GOOGLE_PROJECT, database_id: `${GOOGLE_PROJECT}:orders`, region: 'europe-west3' },
          },
        },
      ],
    },
  ]
}
