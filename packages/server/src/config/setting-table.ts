import { availableParallelism } from 'node:os'
import { account, password, passwordSpecials } from '@omen/sdk/rules'
import { limitTable } from './limit-table.ts'
import {
  address,
  apiPath,
  byRule,
  bytes,
  flag,
  folders,
  hostNames,
  oneOf,
  outboundHosts,
  proxyTrust,
  s3Address,
  secretKeys,
  text,
  wholeNumber,
} from './parsers.ts'
import type { SettingRow } from './setting-row.ts'
import type { Settings } from './settings.ts'

const MiB = 1024 ** 2
const GiB = 1024 ** 3

/** The one table of settings: `--help`, the guide and the loader are made from it. */
export const settingTable: { readonly [K in keyof Settings]: SettingRow<Settings[K]> } = {
  config: {
    env: 'OMEN_CONFIG',
    default: null,
    parse: text,
    about:
      'a YAML file of settings, named like the flags in camelCase; default: omen.yaml in the data folder, if it exists',
  },
  data: {
    env: 'OMEN_DATA',
    default: './.omen',
    parse: text,
    about: 'the data folder: databases, uploaded files, lock',
  },
  host: {
    env: 'OMEN_HOST',
    default: '127.0.0.1',
    parse: text,
    about: 'the address to listen on; 0.0.0.0 means all',
  },
  port: {
    env: 'OMEN_PORT',
    default: 7070,
    parse: wholeNumber(0, 65535),
    about: 'the port to listen on; 0 picks a free one',
  },
  publicUrl: {
    env: 'OMEN_PUBLIC_URL',
    default: null,
    parse: address('http', 'https'),
    about: 'the address that people use, for links; https makes the cookie Secure',
  },
  apiBase: {
    env: 'OMEN_API_BASE',
    default: '/api/v1/',
    parse: apiPath,
    about: 'the path under which the API answers; it must not be below that of a screen',
  },
  allowedHosts: {
    env: 'OMEN_ALLOWED_HOSTS',
    default: [],
    parse: hostNames,
    about:
      'host names accepted besides localhost and the one in OMEN_PUBLIC_URL: omen.internal, .example.org; * accepts all',
  },
  trustProxy: {
    env: 'OMEN_TRUST_PROXY',
    default: false,
    parse: proxyTrust,
    about:
      'proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted: true (one), their number, or their addresses (10.0.0.0/8, ::1)',
  },
  databaseUrl: {
    env: 'OMEN_DATABASE_URL',
    default: null,
    secret: true,
    parse: address('postgres', 'postgresql'),
    about: 'PostgreSQL 15 or later; without it the embedded database in the data folder',
  },
  clickhouseUrl: {
    env: 'OMEN_CLICKHOUSE_URL',
    default: null,
    secret: true,
    parse: address('http', 'https'),
    about: 'ClickHouse; without it the embedded one in the data folder',
  },
  clickhouseCluster: {
    env: 'OMEN_CLICKHOUSE_CLUSTER',
    default: null,
    parse: text,
    about: 'the ClickHouse cluster on which tables are created',
  },
  filesUrl: {
    env: 'OMEN_FILES_URL',
    default: null,
    secret: true,
    parse: s3Address,
    about:
      's3://key:secret@host:port/bucket?region=…, a store that speaks S3 for uploaded files and weights (&tls=off without TLS); without it the data folder',
  },
  smtpUrl: {
    env: 'OMEN_SMTP_URL',
    default: null,
    secret: true,
    parse: address('smtp', 'smtps'),
    about: 'the SMTP server for outgoing mail; without it mail is printed to the console',
  },
  mailFrom: {
    env: 'OMEN_MAIL_FROM',
    default: 'Omen <omen@localhost>',
    parse: text,
    about: "the sender of Omen's mail",
  },
  smsUrl: {
    env: 'OMEN_SMS_URL',
    default: null,
    secret: true,
    parse: address('http', 'https'),
    about: 'an SMS gateway that accepts POST {"to", "text"}; without it text messages are printed to the console',
  },
  smsToken: {
    env: 'OMEN_SMS_TOKEN',
    default: null,
    secret: true,
    parse: text,
    about: 'sent to the SMS gateway as a bearer token',
  },
  secretKey: {
    env: 'OMEN_SECRET_KEY',
    default: null,
    secret: true,
    parse: secretKeys,
    about:
      'the key of stored passwords and keys of other services, 32 bytes in base64 or hex; several, separated by commas: the first seals, the others still open; without it secret.key in the data folder',
  },
  outboundAllow: {
    env: 'OMEN_OUTBOUND_ALLOW',
    default: [],
    parse: outboundHosts,
    about:
      'private addresses that integrations and connections may use: 10.1.0.0/16, 192.168.0.7, grafana.internal, .corp.example; * allows all',
  },
  outboundProxy: {
    env: 'OMEN_OUTBOUND_PROXY',
    default: null,
    secret: true,
    parse: address('http'),
    about:
      'the HTTP proxy through which integrations and connections reach other services: http://user:password@host:port',
  },
  outboundCa: {
    env: 'OMEN_OUTBOUND_CA',
    default: null,
    parse: text,
    about:
      'a PEM file of authorities trusted besides the well-known ones, for integrations, connections and the mail server',
  },
  logFolders: {
    env: 'OMEN_LOG_FOLDERS',
    default: [],
    parse: folders,
    about: 'folders on this server whose log files projects may follow: /var/log/shop,/srv/logs; without it none',
  },
  requireInvitation: {
    env: 'OMEN_REQUIRE_INVITATION',
    default: false,
    parse: flag,
    about: 'signing up requires an invitation code',
  },
  adminUser: {
    env: 'OMEN_ADMIN_USER',
    default: 'admin01',
    parse: byRule(account),
    about: 'the account created on the first start',
  },
  adminPassword: {
    env: 'OMEN_ADMIN_PASSWORD',
    default: null,
    secret: true,
    parse: byRule(password, `Its special characters can only be ${passwordSpecials}`),
    about: `its password: 8-30 characters with upper and lower case letters, digits and one or more of ${passwordSpecials}; without it one is generated and printed once`,
  },
  demo: { env: 'OMEN_DEMO', default: true, parse: flag, about: 'create the demo on the first start' },
  liveDemo: {
    env: 'OMEN_LIVE_DEMO',
    default: true,
    parse: flag,
    about: 'with the demo, run the sample shop in real time as a project that every account may read',
  },
  liveDemoSeconds: {
    env: 'OMEN_LIVE_DEMO_SECONDS',
    default: 10,
    parse: wholeNumber(1, 600),
    about:
      'the interval of the samples of that project when it is created; below ten, the time of the shop runs faster',
  },
  role: {
    env: 'OMEN_ROLE',
    default: 'all',
    parse: oneOf('all', 'api', 'worker'),
    about: 'all, api (serves requests) or worker (runs jobs); the last two need PostgreSQL and ClickHouse',
  },
  workers: {
    env: 'OMEN_WORKERS',
    default: Math.max(1, availableParallelism() - 1),
    parse: wholeNumber(1, 256),
    about: 'threads for training and detection; the default leaves one core free',
  },
  workerMemoryMb: {
    env: 'OMEN_WORKER_MEMORY_MB',
    default: 4096,
    parse: wholeNumber(64),
    about: 'the heap limit of one such thread',
  },
  logLevel: {
    env: 'OMEN_LOG_LEVEL',
    default: 'info',
    parse: oneOf('silent', 'error', 'warn', 'info', 'debug', 'trace'),
    about: 'silent, error, warn, info, debug or trace',
  },
  metricsToken: {
    env: 'OMEN_METRICS_TOKEN',
    default: null,
    secret: true,
    parse: text,
    about: 'the bearer token for /metrics; without it only this machine may read them',
  },
  sessionHours: {
    env: 'OMEN_SESSION_HOURS',
    default: 12,
    parse: wholeNumber(1),
    about: 'how long a session lasts without use',
  },
  rememberDays: {
    env: 'OMEN_REMEMBER_DAYS',
    default: 30,
    parse: wholeNumber(1),
    about: 'the same, with "remember me"',
  },
  passwordMemoryKib: {
    env: 'OMEN_PASSWORD_MEMORY_KIB',
    default: 19_456,
    parse: wholeNumber(1024),
    about: 'memory of one argon2id hash',
  },
  passwordPasses: {
    env: 'OMEN_PASSWORD_PASSES',
    default: 2,
    parse: wholeNumber(1, 100),
    about: 'passes of one argon2id hash',
  },
  syslogPort: {
    env: 'OMEN_SYSLOG_PORT',
    default: null,
    parse: wholeNumber(0, 65535),
    about: 'receive syslog (RFC 5424) over TCP on this port; 0 picks a free one',
  },
  syslogTlsPort: {
    env: 'OMEN_SYSLOG_TLS_PORT',
    default: null,
    parse: wholeNumber(0, 65535),
    about: 'the same over TLS',
  },
  syslogTlsCert: {
    env: 'OMEN_SYSLOG_TLS_CERT',
    default: null,
    parse: text,
    about: 'a PEM file: the certificate for syslog over TLS, with its chain',
  },
  syslogTlsKey: {
    env: 'OMEN_SYSLOG_TLS_KEY',
    default: null,
    parse: text,
    about: 'a PEM file: its private key',
  },
  syslogKey: {
    env: 'OMEN_SYSLOG_KEY',
    default: null,
    secret: true,
    parse: text,
    about: 'an ingest key: syslog messages without a key of their own go to its project',
  },
  ...limitTable,
  minFreeBytes: {
    env: 'OMEN_MIN_FREE_BYTES',
    default: GiB,
    parse: bytes,
    about: 'free space on the disk of the data folder below which the server is degraded',
  },
  scrubDays: {
    env: 'OMEN_SCRUB_DAYS',
    default: 7,
    parse: wholeNumber(0),
    about: 'how often stored data is verified against its checksums, in days; 0 means never',
  },
  scrubBytesPerSecond: {
    env: 'OMEN_SCRUB_BYTES_PER_SECOND',
    default: 16 * MiB,
    parse: bytes,
    about: 'the read rate of that verification',
  },
  stopSeconds: {
    env: 'OMEN_STOP_SECONDS',
    default: 20,
    parse: wholeNumber(1),
    about: 'how long running requests may take when the server is stopped',
  },
}

export const settingNames = Object.keys(settingTable) as (keyof Settings)[]

export function flagName(name: keyof Settings): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}
