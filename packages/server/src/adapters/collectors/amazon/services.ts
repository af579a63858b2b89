/** A kind of instance, its namespace in CloudWatch, and what of it is collected. */
export interface AmazonService {
  /** As given in the settings. */
  readonly id: string
  readonly namespace: string
  /**
   * The dimensions that tell one thing from another: the first is the instance, the others are labels. Metrics with other
   * dimensions are aggregates over these and are left out. Empty where everything of a namespace is taken.
   */
  readonly dimensions: readonly (readonly string[])[]
  /** Metrics that count something, or of which the largest matters; the mean is taken of all others. */
  readonly sums?: readonly string[]
  readonly maxima?: readonly string[]
}

/** Dimensions and statistics as the user guide of each service recommends them. */
export const AMAZON_SERVICES: readonly AmazonService[] = [
  {
    id: 'EC2',
    namespace: 'AWS/EC2',
    dimensions: [['InstanceId']],
    sums: [
      'NetworkIn',
      'NetworkOut',
      'NetworkPacketsIn',
      'NetworkPacketsOut',
      'DiskReadBytes',
      'DiskWriteBytes',
      'DiskReadOps',
      'DiskWriteOps',
      'EBSReadBytes',
      'EBSWriteBytes',
      'EBSReadOps',
      'EBSWriteOps',
    ],
    maxima: ['StatusCheckFailed', 'StatusCheckFailed_Instance', 'StatusCheckFailed_System'],
  },
  {
    id: 'EBS',
    namespace: 'AWS/EBS',
    dimensions: [['VolumeId'], ['VolumeId', 'InstanceId']],
    sums: ['VolumeReadBytes', 'VolumeWriteBytes', 'VolumeReadOps', 'VolumeWriteOps'],
  },
  { id: 'RDS', namespace: 'AWS/RDS', dimensions: [['DBInstanceIdentifier']] },
  {
    id: 'DynamoDB',
    namespace: 'AWS/DynamoDB',
    dimensions: [
      ['TableName'],
      ['TableName', 'Operation'],
      ['TableName', 'GlobalSecondaryIndexName'],
      ['TableName', 'GlobalSecondaryIndexName', 'Operation'],
    ],
    sums: [
      'ConsumedReadCapacityUnits',
      'ConsumedWriteCapacityUnits',
      'ReadThrottleEvents',
      'WriteThrottleEvents',
      'ThrottledRequests',
      'SystemErrors',
      'UserErrors',
      'ConditionalCheckFailedRequests',
      'TransactionConflict',
    ],
  },
  {
    id: 'Lambda',
    namespace: 'AWS/Lambda',
    dimensions: [['FunctionName']],
    sums: ['Invocations', 'Errors', 'Throttles', 'DeadLetterErrors', 'DestinationDeliveryFailures'],
    maxima: ['ConcurrentExecutions', 'IteratorAge'],
  },
  {
    id: 'ELB',
    namespace: 'AWS/ApplicationELB',
    dimensions: [['LoadBalancer'], ['LoadBalancer', 'TargetGroup']],
    sums: [
      'RequestCount',
      'NewConnectionCount',
      'RejectedConnectionCount',
      'ProcessedBytes',
      'HTTPCode_ELB_4XX_Count',
      'HTTPCode_ELB_5XX_Count',
      'HTTPCode_Target_2XX_Count',
      'HTTPCode_Target_3XX_Count',
      'HTTPCode_Target_4XX_Count',
      'HTTPCode_Target_5XX_Count',
      'TargetConnectionErrorCount',
    ],
  },
  {
    id: 'NetworkELB',
    namespace: 'AWS/NetworkELB',
    dimensions: [['LoadBalancer'], ['LoadBalancer', 'TargetGroup']],
    sums: ['NewFlowCount', 'ProcessedBytes', 'TCP_Client_Reset_Count', 'TCP_ELB_Reset_Count', 'TCP_Target_Reset_Count'],
  },
  {
    id: 'ClassicELB',
    namespace: 'AWS/ELB',
    dimensions: [['LoadBalancerName']],
    sums: [
      'RequestCount',
      'BackendConnectionErrors',
      'SpilloverCount',
      'HTTPCode_ELB_4XX',
      'HTTPCode_ELB_5XX',
      'HTTPCode_Backend_2XX',
      'HTTPCode_Backend_4XX',
      'HTTPCode_Backend_5XX',
    ],
    maxima: ['SurgeQueueLength'],
  },
  {
    id: 'SQS',
    namespace: 'AWS/SQS',
    dimensions: [['QueueName']],
    sums: ['NumberOfMessagesSent', 'NumberOfMessagesReceived', 'NumberOfMessagesDeleted', 'NumberOfEmptyReceives'],
    maxima: ['ApproximateAgeOfOldestMessage'],
  },
  {
    id: 'SNS',
    namespace: 'AWS/SNS',
    dimensions: [['TopicName']],
    sums: ['NumberOfMessagesPublished', 'NumberOfNotificationsDelivered', 'NumberOfNotificationsFailed'],
  },
  {
    id: 'S3',
    namespace: 'AWS/S3',
    // Request metrics only: what a bucket stores is measured once a day, too seldom to be collected.
    dimensions: [['BucketName', 'FilterId']],
    sums: [
      'AllRequests',
      'GetRequests',
      'PutRequests',
      'DeleteRequests',
      'HeadRequests',
      'PostRequests',
      'ListRequests',
      'BytesDownloaded',
      'BytesUploaded',
      '4xxErrors',
      '5xxErrors',
    ],
  },
  { id: 'ECS', namespace: 'AWS/ECS', dimensions: [['ServiceName', 'ClusterName']] },
  {
    id: 'ElastiCache',
    namespace: 'AWS/ElastiCache',
    dimensions: [['CacheClusterId', 'CacheNodeId']],
    sums: ['CacheHits', 'CacheMisses', 'Evictions', 'NewConnections', 'NetworkBytesIn', 'NetworkBytesOut'],
  },
  {
    id: 'Kinesis',
    namespace: 'AWS/Kinesis',
    dimensions: [['StreamName']],
    sums: [
      'IncomingBytes',
      'IncomingRecords',
      'GetRecords.Bytes',
      'GetRecords.Records',
      'ReadProvisionedThroughputExceeded',
      'WriteProvisionedThroughputExceeded',
    ],
    maxima: ['GetRecords.IteratorAgeMilliseconds'],
  },
  {
    id: 'ApiGateway',
    namespace: 'AWS/ApiGateway',
    dimensions: [
      ['ApiName', 'Stage'],
      ['ApiId', 'Stage'],
    ],
    sums: ['Count', '4XXError', '5XXError', '4xx', '5xx', 'DataProcessed'],
  },
  {
    id: 'StepFunctions',
    namespace: 'AWS/States',
    dimensions: [['StateMachineArn']],
    sums: ['ExecutionsStarted', 'ExecutionsSucceeded', 'ExecutionsFailed', 'ExecutionsTimedOut', 'ExecutionsAborted'],
  },
  { id: 'OpenSearch', namespace: 'AWS/ES', dimensions: [['DomainName', 'ClientId']] },
  { id: 'Redshift', namespace: 'AWS/Redshift', dimensions: [['ClusterIdentifier', 'NodeID']] },
  {
    id: 'EFS',
    namespace: 'AWS/EFS',
    dimensions: [['FileSystemId']],
    sums: ['DataReadIOBytes', 'DataWriteIOBytes', 'MetadataIOBytes', 'TotalIOBytes', 'ClientConnections'],
  },
  {
    id: 'NATGateway',
    namespace: 'AWS/NATGateway',
    dimensions: [['NatGatewayId']],
    sums: ['BytesInFromSource', 'BytesOutToDestination', 'ErrorPortAllocation', 'PacketsDropCount'],
  },
]

/** The kind that the settings name; what is not in the table is a namespace of the customer's own. */
export function serviceOf(instanceType: string): AmazonService {
  return (
    AMAZON_SERVICES.find(({ id, namespace }) => instanceType === id || instanceType === namespace) ?? {
      id: instanceType,
      namespace: instanceType,
      dimensions: [],
    }
  )
}
