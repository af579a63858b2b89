type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug' | 'trace'
type ServerRole = 'all' | 'api' | 'worker'

/** False: nobody; a number: that many proxies in front; a list: proxies by address or CIDR. */
export type ProxyTrust = false | number | string[]

/** Everything that an operator may set. `null` means not set. Names, defaults and meanings: setting-table.ts. */
export interface Settings {
  config: string | null
  data: string
  host: string
  port: number
  publicUrl: string | null
  apiBase: string
  allowedHosts: readonly string[]
  trustProxy: ProxyTrust
  databaseUrl: string | null
  clickhouseUrl: string | null
  clickhouseCluster: string | null
  filesUrl: string | null
  smtpUrl: string | null
  mailFrom: string
  smsUrl: string | null
  smsToken: string | null
  secretKey: readonly Uint8Array[] | null
  outboundAllow: readonly string[]
  outboundProxy: string | null
  outboundCa: string | null
  logFolders: readonly string[]
  requireInvitation: boolean
  adminUser: string
  adminPassword: string | null
  demo: boolean
  liveDemo: boolean
  liveDemoSeconds: number
  role: ServerRole
  workers: number
  workerMemoryMb: number
  logLevel: LogLevel
  metricsToken: string | null
  sessionHours: number
  rememberDays: number
  passwordMemoryKib: number
  passwordPasses: number
  headerSeconds: number
  bodySeconds: number
  minUploadRate: number
  maxBodyBytes: number
  maxUploadBytes: number
  maxDecompressedBytes: number
  maxCompressionRatio: number
  maxColumns: number
  maxLineBytes: number
  maxCells: number
  maxRows: number
  maxDuplicates: number
  fileDays: number
  maxWaitingJobs: number
  maxProjects: number
  maxPublished: number
  maxProjectSeries: number
  maxIngestBytes: number
  maxIngestSamples: number
  maxIngestLines: number
  syslogPort: number | null
  syslogTlsPort: number | null
  syslogTlsCert: string | null
  syslogTlsKey: string | null
  syslogKey: string | null
  maxStoredBytes: number
  maxProcessorSeconds: number
  minFreeBytes: number
  scrubDays: number
  scrubBytesPerSecond: number
  rateLimitLogin: number
  rateLimitCodes: number
  rateLimitUploads: number
  stopSeconds: number
}
