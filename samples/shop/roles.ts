export const METRICS = ['cpu', 'memory', 'disk_read', 'disk_write', 'network_receive', 'network_send'] as const
export type Metric = (typeof METRICS)[number]

export const METRIC_UNITS: Record<Metric, string> = {
  cpu: '%',
  memory: 'MB',
  disk_read: 'MB/s',
  disk_write: 'MB/s',
  network_receive: 'MB/s',
  network_send: 'MB/s',
}

export type Role = 'web' | 'orders' | 'search' | 'db'

/** `idle + perLoad · work`, where work is the share of the shop's load that reaches the node. */
export type Cost = { idle: number; perLoad: number; noise: number }

export type RoleProfile = {
  cpu: Cost
  diskRead: Cost
  diskWrite: Cost
  networkReceive: Cost
  networkSend: Cost
  /** Heap of a collected runtime in MB: a saw-tooth between `live` and `ceiling`; the database has a cache instead. */
  memory:
    | { kind: 'heap'; live: number; ceiling: number; perHour: number }
    | { kind: 'cache'; level: number; perLoad: number }
}

/** The order of a cell of five nodes; further nodes repeat it. */
export const ROLE_ORDER: readonly Role[] = ['web', 'web', 'orders', 'search', 'db']

/** cpu in %, memory in MB, disk and network in MB/s, at load 1. */
export const ROLE_PROFILES: Record<Role, RoleProfile> = {
  web: {
    cpu: { idle: 5, perLoad: 78, noise: 0.07 },
    diskRead: { idle: 0, perLoad: 0, noise: 0 },
    diskWrite: { idle: 0.04, perLoad: 1.3, noise: 0.1 },
    networkReceive: { idle: 0.4, perLoad: 9, noise: 0.06 },
    networkSend: { idle: 0.6, perLoad: 46, noise: 0.06 },
    memory: { kind: 'heap', live: 940, ceiling: 2300, perHour: 2600 },
  },
  orders: {
    cpu: { idle: 4, perLoad: 38, noise: 0.09 },
    diskRead: { idle: 0, perLoad: 0, noise: 0 },
    diskWrite: { idle: 0.08, perLoad: 2.6, noise: 0.12 },
    networkReceive: { idle: 0.3, perLoad: 5.2, noise: 0.07 },
    networkSend: { idle: 0.3, perLoad: 6.4, noise: 0.07 },
    memory: { kind: 'heap', live: 1250, ceiling: 3100, perHour: 1500 },
  },
  search: {
    cpu: { idle: 8, perLoad: 52, noise: 0.08 },
    diskRead: { idle: 0.4, perLoad: 4.2, noise: 0.18 },
    diskWrite: { idle: 0, perLoad: 0, noise: 0 },
    networkReceive: { idle: 0.3, perLoad: 3.1, noise: 0.07 },
    networkSend: { idle: 0.4, perLoad: 11.5, noise: 0.07 },
    memory: { kind: 'heap', live: 1900, ceiling: 4200, perHour: 1900 },
  },
  db: {
    cpu: { idle: 7, perLoad: 46, noise: 0.08 },
    diskRead: { idle: 0.9, perLoad: 6.5, noise: 0.2 },
    diskWrite: { idle: 0.7, perLoad: 9.2, noise: 0.1 },
    networkReceive: { idle: 0.7, perLoad: 8.1, noise: 0.06 },
    networkSend: { idle: 0.9, perLoad: 21, noise: 0.06 },
    memory: { kind: 'cache', level: 6150, perLoad: 420 },
  },
}

export function roleOf(node: number): Role {
  return ROLE_ORDER[node % ROLE_ORDER.length]!
}

/** `cpu[node1]:1`, or `cpu[node1][web]:1` with its service; the group number is the metric's place in the list. */
export function seriesName(metric: Metric, node: number, withService: boolean): string {
  const service = withService ? `[${roleOf(node)}]` : ''
  return `${metric}[node${node + 1}]${service}:${METRICS.indexOf(metric) + 1}`
}
