/** Which way a metric goes when things get worse; 'either' where a change is only a change. */
export type RegressionDirection = 'up' | 'down' | 'either'

/** Metrics that are worse when they go down. */
const DOWN =
  /(^|_)(success|succeeded|available|availability|uptime|up|healthy|apdex|hit|hits|hit_rate|hit_ratio|idle|free)(_|$)/
/** Metrics that are worse when they go up. */
const UP =
  /(^|_)(latency|latencies|duration|elapsed|response_time|wait|waiting|delay|lag|errors?|err|failed|failures?|fail|exceptions?|faults?|timeouts?|retries|retry|dropped|drops|rejected|rejects|aborted|5xx|4xx|restarts?|crashes|oom|queue|queued|backlog|pending|saturation|throttled|throttling|evictions?|misses|miss|gc|cpu|load|memory|mem|heap|rss|disk_used|p50|p75|p9[059]|p999)(_|$)/

/** What the name of a metric says about it: `error_rate` is bad when it rises, `hit_ratio` when it falls, `requests` either way. */
export function guessRegressionDirection(metric: string): RegressionDirection {
  const name = metric
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
  if (DOWN.test(name)) return 'down'
  return UP.test(name) ? 'up' : 'either'
}
