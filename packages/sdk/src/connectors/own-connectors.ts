import { address, type ConnectorField, LOGIN, queries, TENANT, token } from './connector-field.ts'

const httpAccess = [...LOGIN, token()]

/** Fields of projects that fetch from Loki. */
export const lokiFields: readonly ConnectorField[] = [
  address('http://loki:3100'),
  queries({
    isRequired: true,
    placeholder: '{app="shop"}',
    hint: { en: 'LogQL selectors, one a line', 'zh-CN': 'LogQL 选择器，每行一条' },
  }),
  ...httpAccess,
  TENANT,
]

/** Fields of projects that fetch from Elasticsearch or OpenSearch. */
export const elasticsearchFields: readonly ConnectorField[] = [
  address('https://elasticsearch:9200'),
  {
    name: 'index',
    input: 'text',
    isRequired: true,
    placeholder: 'logs-*',
    label: { en: 'Index', 'zh-CN': '索引' },
  },
  queries({
    placeholder: 'level:error AND service:shop',
    hint: {
      en: 'Searches, one a line; all documents where there are none',
      'zh-CN': '搜索条件，每行一条，不填则为全部',
    },
  }),
  ...LOGIN,
  token({ hint: { en: 'An API key, instead of user name and password', 'zh-CN': 'API 密钥，代替用户名和密码' } }),
]

/** Fields of projects that follow log files of the server. */
export const FILE_FIELDS: readonly ConnectorField[] = [
  {
    name: 'path',
    input: 'text',
    isRequired: true,
    placeholder: '/var/log/shop/*.log',
    label: { en: 'Path', 'zh-CN': '路径' },
    hint: {
      en: 'On the server, in a folder that its operator allows; * stands for any text in the name',
      'zh-CN': '服务器上管理员允许的文件夹中的文件，文件名中的 * 代表任意文字',
    },
  },
]

/** Fields of projects that fetch from Prometheus. */
export const prometheusFields: readonly ConnectorField[] = [
  address('http://prometheus:9090'),
  queries({
    isRequired: true,
    isListed: true,
    placeholder: 'node_load1',
    hint: {
      en: 'Metrics or PromQL, one a line. A test without any lists the metrics',
      'zh-CN': '指标或 PromQL，每行一条。不填时测试连接会列出指标',
    },
  }),
  ...httpAccess,
  TENANT,
]

/** Fields of projects that fetch from InfluxDB. */
export const influxFields: readonly ConnectorField[] = [
  address('http://influxdb:8086'),
  queries({
    isRequired: true,
    placeholder: 'SELECT mean(usage) FROM cpu WHERE time >= $from AND time < $to GROUP BY time($step), host',
    hint: {
      en: 'InfluxQL or Flux, one a line; $from, $to and $step are filled in',
      'zh-CN': 'InfluxQL 或 Flux，每行一条；$from、$to 和 $step 会自动填入',
    },
  }),
  {
    name: 'database',
    input: 'text',
    label: { en: 'Database', 'zh-CN': '数据库' },
    hint: { en: 'For InfluxQL', 'zh-CN': '用于 InfluxQL' },
  },
  {
    name: 'organization',
    input: 'text',
    label: { en: 'Organization', 'zh-CN': '组织' },
    hint: { en: 'For Flux, with a token', 'zh-CN': '用于 Flux，需要令牌' },
  },
  ...httpAccess,
]

const sqlQueries = queries({
  isRequired: true,
  placeholder: 'SELECT time, host, load FROM loads WHERE time >= $from AND time < $to',
  hint: {
    en: 'SQL with a time column, one a line; each number column is a metric; $from, $to and $step are filled in',
    'zh-CN': '含时间列的 SQL，每行一条；每个数值列为一个指标；$from、$to 和 $step 会自动填入',
  },
})

/** Fields of projects that fetch from PostgreSQL. */
export const postgresqlFields: readonly ConnectorField[] = [address('postgresql://db:5432/shop'), sqlQueries, ...LOGIN]

/** Fields of projects that fetch from MySQL or MariaDB. */
export const mysqlFields: readonly ConnectorField[] = [address('mysql://db:3306/shop'), sqlQueries, ...LOGIN]
