type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug' | 'trace'
type ServerRole = 'all' | 'api' | 'worker'

/** Everything that an operator may set. `null` means not set. Names, defaults and meanings: setting-table.ts. */
export interface Settings {
  config: string | null
  data: string
  host: string
  port: number
  publicUrl: string | null
  apiBase: string
  trustProxy: boolean
  databaseUrl: string | null
  clickhouseUrl: string | null
  clickhouseCluster: string | null
  smtpUrl: string | null
  mailFrom: string
  smsUrl: string | null
  smsToken: string | null
  requireInvitation: boolean
  adminUser: string
  adminPassword: string | null
  demo: boolean
  role: ServerRole
  workers: number
  workerMemoryMb: number
  logLevel: LogLevel
  metricsToken: string | null
  sessionHours: number
  rememberDays: number
  passwordMemoryKib: number
  passwordPasses: number
  maxBodyBytes: number
  maxUploadBytes: number
  maxDecompressedBytes: number
  maxColumns: number
  maxLineBytes: number
  maxCells: number
  fileDays: number
  rateLimitLogin: number
  rateLimitCodes: number
  rateLimitUploads: number
  stopSeconds: number
}
