import { type ConnectorField, ENDPOINT, metrics, queries } from './connector-field.ts'

const EVERY_METRIC = {
  en: 'One a line. With neither metrics nor queries, all active ones, up to 1,000',
  'zh-CN': '每行一个。指标和查询都不填时采集所有活跃指标，最多 1,000 个',
}

/** Fields of projects that fetch from Datadog. */
export const datadogFields: readonly ConnectorField[] = [
  {
    name: 'site',
    input: 'choice',
    label: { en: 'Site', 'zh-CN': '站点' },
    choices: [
      ...['datadoghq.com', 'us3.datadoghq.com', 'us5.datadoghq.com', 'datadoghq.eu'],
      ...['ap1.datadoghq.com', 'ap2.datadoghq.com', 'ddog-gov.com'],
    ],
  },
  { name: 'apikey', input: 'secret', isRequired: true, label: { en: 'API key', 'zh-CN': 'API 密钥' } },
  {
    name: 'appkey',
    input: 'secret',
    isRequired: true,
    label: { en: 'Application key', 'zh-CN': '应用密钥' },
    hint: {
      en: 'Needs the scopes metrics_read and timeseries_query; for logs, logs_read_data',
      'zh-CN': '需要权限 metrics_read 和 timeseries_query；日志需要 logs_read_data',
    },
  },
  metrics({ hint: EVERY_METRIC, placeholder: 'system.cpu.user' }),
  {
    name: 'hosts',
    input: 'list',
    isRare: true,
    dataType: 'Metric',
    label: { en: 'Hosts', 'zh-CN': '主机' },
    hint: { en: 'One a line; all where there are none', 'zh-CN': '每行一个，不填则为全部' },
  },
  queries({
    dataType: 'Metric',
    placeholder: 'avg:system.cpu.user{env:prod} by {host}',
    hint: { en: 'Metric queries, one a line', 'zh-CN': '指标查询，每行一条' },
  }),
  queries({
    dataType: 'Log',
    placeholder: 'service:shop status:error',
    hint: {
      en: 'Log searches, one a line; all lines where there are none',
      'zh-CN': '日志搜索，每行一条，不填则为全部',
    },
  }),
  ENDPOINT,
]

/** Fields of projects that fetch from New Relic. */
export const newrelicFields: readonly ConnectorField[] = [
  {
    name: 'accountId',
    input: 'text',
    isRequired: true,
    placeholder: '1234567',
    label: { en: 'Account ID', 'zh-CN': '账户 ID' },
  },
  { name: 'region', input: 'choice', choices: ['US', 'EU'], label: { en: 'Region', 'zh-CN': '区域' } },
  {
    name: 'apikey',
    input: 'secret',
    isRequired: true,
    label: { en: 'User key', 'zh-CN': '用户密钥' },
    hint: { en: 'Begins with NRAK-', 'zh-CN': '以 NRAK- 开头' },
  },
  metrics({ hint: EVERY_METRIC, placeholder: 'host.cpuPercent' }),
  {
    name: 'nrql',
    input: 'list',
    label: { en: 'NRQL', 'zh-CN': 'NRQL' },
    placeholder: 'SELECT count(*) FROM Transaction FACET appName',
    hint: { en: 'Queries without a time, one a line', 'zh-CN': '不含时间的查询，每行一条' },
  },
  ENDPOINT,
]

/** Fields of projects that fetch from Amazon CloudWatch. */
export const AMAZON_FIELDS: readonly ConnectorField[] = [
  {
    name: 'zone',
    input: 'text',
    isRequired: true,
    placeholder: 'eu-central-1',
    label: { en: 'Region', 'zh-CN': '区域' },
  },
  {
    name: 'access-key',
    input: 'secret',
    isRequired: true,
    label: { en: 'Access key', 'zh-CN': '访问密钥' },
    hint: { en: 'Begins with AKIA', 'zh-CN': '以 AKIA 开头' },
  },
  { name: 'secret-key', input: 'secret', isRequired: true, label: { en: 'Secret key', 'zh-CN': '私有密钥' } },
  {
    name: 'instanceType',
    input: 'list',
    dataType: 'Metric',
    placeholder: 'EC2',
    label: { en: 'Services', 'zh-CN': '服务' },
    hint: {
      en: 'EC2, RDS, Lambda or a namespace such as AWS/SQS, one a line',
      'zh-CN': 'EC2、RDS、Lambda 或 AWS/SQS 等命名空间，每行一个',
    },
  },
  {
    name: 'logGroups',
    input: 'list',
    dataType: 'Log',
    placeholder: '/aws/lambda/checkout',
    isRequired: true,
    isListed: true,
    label: { en: 'Log groups', 'zh-CN': '日志组' },
    hint: {
      en: 'One a line. A test without any lists the groups',
      'zh-CN': '每行一个。不填时测试连接会列出日志组',
    },
  },
  {
    name: 'roleArn',
    input: 'text',
    isRare: true,
    placeholder: 'arn:aws:iam::123456789012:role/omen',
    label: { en: 'Role', 'zh-CN': '角色' },
    hint: { en: 'Assumed by the keys', 'zh-CN': '使用上述密钥代入此角色' },
  },
  { name: 'externalId', input: 'text', isRare: true, label: { en: 'External ID', 'zh-CN': '外部 ID' } },
  ENDPOINT,
]

/** Fields of projects that fetch from Google Cloud. */
export const googleFields: readonly ConnectorField[] = [
  {
    name: 'project-id',
    input: 'text',
    isRequired: true,
    placeholder: 'shop-prod-1234',
    label: { en: 'Project ID', 'zh-CN': '项目 ID' },
  },
  {
    name: 'filename',
    input: 'file',
    isRequired: true,
    label: { en: 'Key file of a service account', 'zh-CN': '服务账号密钥文件' },
    hint: {
      en: 'JSON, with the roles Monitoring Viewer and, for logs, Logs Viewer',
      'zh-CN': 'JSON，需要 Monitoring Viewer 角色，日志还需要 Logs Viewer',
    },
  },
  metrics({
    placeholder: 'compute.googleapis.com/instance/cpu/utilization',
    hint: { en: 'Metric types, one a line', 'zh-CN': '指标类型，每行一个' },
  }),
  {
    name: 'project-type',
    input: 'text',
    isRare: true,
    dataType: 'Metric',
    placeholder: 'gce_instance',
    label: { en: 'Monitored resource', 'zh-CN': '受监控资源' },
  },
  {
    name: 'logFilter',
    input: 'text',
    dataType: 'Log',
    placeholder: 'severity>=WARNING',
    label: { en: 'Log filter', 'zh-CN': '日志过滤条件' },
  },
  ENDPOINT,
]
