import { expect, test } from 'vitest'
import { metricOf } from '../../../testing/providers/amazon/metric-data.ts'
import { serviceOf } from './services.ts'
import { toAmazonSeries } from './to-amazon-series.ts'

const seriesOf = (type: string, name: string, dimensions: Record<string, string>) => {
  const service = serviceOf(type)
  const { Dimensions, ...metric } = metricOf(service.namespace, name, dimensions)
  return toAmazonSeries({ ...metric, Dimensions: [...Dimensions] }, service)
}

test('names the instance by the dimension that tells one thing from another', () => {
  expect(seriesOf('RDS', 'CPUUtilization', { DBInstanceIdentifier: 'orders' })).toMatchObject({
    series: { id: 'RDS.CPUUtilization[orders]', metric: 'RDS.CPUUtilization', instance: 'orders' },
    statistic: 'Average',
  })
})

test('makes further dimensions labels, whatever their order', () => {
  const { series } = seriesOf('ECS', 'CPUUtilization', { ClusterName: 'main', ServiceName: 'cart' })!
  expect(series.id).toBe('ECS.CPUUtilization{ClusterName="main"}[cart]')
})

test.each([
  ['EC2', 'CPUUtilization', {}],
  ['EC2', 'CPUUtilization', { AutoScalingGroupName: 'web' }],
  ['RDS', 'CPUUtilization', { EngineName: 'postgres' }],
  ['ELB', 'RequestCount', { LoadBalancer: 'app/web/1', AvailabilityZone: 'eu-central-1a' }],
  ['Lambda', 'Errors', { FunctionName: 'checkout', Resource: 'checkout:live' }],
])('leaves out an aggregate of %s', (type, name, dimensions) => {
  expect(seriesOf(type, name, dimensions)).toBeUndefined()
})

test('takes everything of a namespace of the customer, the machine as instance', () => {
  const { series } = seriesOf('CWAgent', 'mem_used_percent', { ImageId: 'ami-1', InstanceId: 'i-1' })!
  expect(series.id).toBe('CWAgent.mem_used_percent{ImageId="ami-1"}[i-1]')
  expect(seriesOf('CWAgent', 'queue', {})!.series.id).toBe('CWAgent.queue')
})

test('takes the sum of counts and the maximum of ages', () => {
  expect(seriesOf('Lambda', 'Errors', { FunctionName: 'f' })!.statistic).toBe('Sum')
  expect(seriesOf('SQS', 'ApproximateAgeOfOldestMessage', { QueueName: 'q' })!.statistic).toBe('Maximum')
})

test('finds a kind by its namespace too', () => {
  expect(serviceOf('AWS/SQS').id).toBe('SQS')
})

test('leaves out a name that cannot be stored', () => {
  expect(seriesOf('SQS', 'Sent', { QueueName: 'q'.repeat(600) })).toBeUndefined()
})
