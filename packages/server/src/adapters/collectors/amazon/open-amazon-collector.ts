import { CloudWatchClient } from '@aws-sdk/client-cloudwatch'
import { CloudWatchLogsClient } from '@aws-sdk/client-cloudwatch-logs'
import type { Collector } from '../../../ports/collector.ts'
import type { DataType } from '../../../schema/wire-types.ts'
import { openAmazonLogs } from './amazon-logs.ts'
import { openAmazonMetrics } from './amazon-metrics.ts'
import { type AmazonAccess, type AmazonParts, openAmazonSession } from './amazon-session.ts'

export interface AmazonOptions extends AmazonAccess {
  readonly dataType: DataType
  /** The project's interval: how long CloudWatch keeps values depends on it. */
  readonly stepMs: number
  /** Kinds such as EC2 or Lambda, or namespaces of the customer's own; of metrics. All known kinds where there are none. */
  readonly instanceTypes: readonly string[]
  /** Names or ARNs; of logs. */
  readonly logGroups: readonly string[]
}

/** Metrics from CloudWatch or lines from CloudWatch Logs, of one region of one account. */
export function openAmazonCollector(options: AmazonOptions, parts: AmazonParts): Collector {
  if (options.dataType === 'Log') {
    const session = openAmazonSession(options, parts, (config) => new CloudWatchLogsClient(config))
    return openAmazonLogs(session, options.logGroups, parts.clock)
  }
  const session = openAmazonSession(options, parts, (config) => new CloudWatchClient(config))
  return openAmazonMetrics(session, options, parts.clock)
}
