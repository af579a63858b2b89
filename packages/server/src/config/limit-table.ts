import { bytes, wholeNumber } from './parsers.ts'
import type { SettingRow } from './setting-row.ts'
import type { Settings } from './settings.ts'

const MiB = 1024 ** 2
const GiB = 1024 ** 3

type LimitName =
  | 'headerSeconds'
  | 'bodySeconds'
  | 'minUploadRate'
  | 'maxBodyBytes'
  | 'maxUploadBytes'
  | 'maxDecompressedBytes'
  | 'maxCompressionRatio'
  | 'maxColumns'
  | 'maxLineBytes'
  | 'maxCells'
  | 'maxRows'
  | 'maxDuplicates'
  | 'fileDays'
  | 'maxWaitingJobs'
  | 'maxProjects'
  | 'maxPublished'
  | 'maxProjectSeries'
  | 'maxIngestBytes'
  | 'maxIngestSamples'
  | 'maxIngestLines'
  | 'maxStoredBytes'
  | 'maxProcessorSeconds'
  | 'rateLimitLogin'
  | 'rateLimitCodes'
  | 'rateLimitUploads'

/** What one request, file, account or project may take. */
export const limitTable: { readonly [K in LimitName]: SettingRow<Settings[K]> } = {
  headerSeconds: {
    env: 'OMEN_HEADER_SECONDS',
    default: 15,
    parse: wholeNumber(1, 3600),
    about: 'time limit for the headers of a request',
  },
  bodySeconds: {
    env: 'OMEN_BODY_SECONDS',
    default: 30,
    parse: wholeNumber(1, 3600),
    about: 'time limit for a request body, except uploads',
  },
  minUploadRate: {
    env: 'OMEN_MIN_UPLOAD_RATE',
    default: 1024,
    parse: bytes,
    about: 'minimum bytes per second of an upload, measured over OMEN_BODY_SECONDS',
  },
  maxBodyBytes: {
    env: 'OMEN_MAX_BODY_BYTES',
    default: MiB,
    parse: bytes,
    about: 'the largest request body, except uploads',
  },
  maxUploadBytes: { env: 'OMEN_MAX_UPLOAD_BYTES', default: 2 * GiB, parse: bytes, about: 'the largest uploaded file' },
  maxDecompressedBytes: {
    env: 'OMEN_MAX_DECOMPRESSED_BYTES',
    default: 4 * GiB,
    parse: bytes,
    about: 'the largest file after decompression',
  },
  maxCompressionRatio: {
    env: 'OMEN_MAX_COMPRESSION_RATIO',
    default: 100,
    parse: wholeNumber(1),
    about: 'the largest compression ratio of a gzip that decompresses to more than 64 MiB',
  },
  maxColumns: { env: 'OMEN_MAX_COLUMNS', default: 10_000, parse: wholeNumber(1), about: 'columns of one file' },
  maxLineBytes: { env: 'OMEN_MAX_LINE_BYTES', default: 4 * MiB, parse: bytes, about: 'the longest line of a file' },
  maxCells: { env: 'OMEN_MAX_CELLS', default: 200_000_000, parse: wholeNumber(1), about: 'values of one file' },
  maxRows: { env: 'OMEN_MAX_ROWS', default: 10_000_000, parse: wholeNumber(1), about: 'rows of one file' },
  maxDuplicates: {
    env: 'OMEN_MAX_DUPLICATES',
    default: 1_000_000,
    parse: wholeNumber(1),
    about: 'rows of one file with the same timestamp as another row',
  },
  fileDays: {
    env: 'OMEN_FILE_DAYS',
    default: 30,
    parse: wholeNumber(1),
    about: 'how long an uploaded file is kept, in days; models and detections made from it stay',
  },
  maxWaitingJobs: {
    env: 'OMEN_MAX_WAITING_JOBS',
    default: 500,
    parse: wholeNumber(1),
    about: 'waiting jobs of one account',
  },
  maxProjects: {
    env: 'OMEN_MAX_PROJECTS',
    default: 1000,
    parse: wholeNumber(1),
    about: 'projects of one account',
  },
  maxPublished: {
    env: 'OMEN_MAX_PUBLISHED',
    default: 10_000,
    parse: wholeNumber(1),
    about: 'published copies of one account',
  },
  maxProjectSeries: {
    env: 'OMEN_MAX_PROJECT_SERIES',
    // Each is in the memory of who detects on it: 3 GB in all where it is reached.
    default: 200_000,
    parse: wholeNumber(1),
    about: 'series of one project; samples of further ones are refused',
  },
  maxIngestBytes: {
    env: 'OMEN_MAX_INGEST_BYTES',
    default: 64 * MiB,
    parse: bytes,
    about: 'the largest batch of samples or log lines after decompression',
  },
  // Batches of that size are decoded within a few seconds; collectors send 8,192 at a time as a rule, and Prometheus 10,000 at most.
  maxIngestSamples: {
    env: 'OMEN_MAX_INGEST_SAMPLES',
    default: 500_000,
    parse: wholeNumber(1),
    about: 'samples of one batch',
  },
  maxIngestLines: {
    env: 'OMEN_MAX_INGEST_LINES',
    default: 250_000,
    parse: wholeNumber(1),
    about: 'log lines of one batch',
  },
  maxStoredBytes: {
    env: 'OMEN_MAX_STORED_BYTES',
    default: 100 * GiB,
    parse: bytes,
    about: 'uploaded files, their log lines, models and published copies of one account',
  },
  maxProcessorSeconds: {
    env: 'OMEN_MAX_PROCESSOR_SECONDS',
    default: 86_400,
    parse: wholeNumber(1),
    about: 'processor seconds of one account a day (UTC); the default is one core around the clock',
  },
  rateLimitLogin: {
    env: 'OMEN_RATE_LIMIT_LOGIN',
    default: 60,
    parse: wholeNumber(1),
    about: 'logins a minute from one address',
  },
  rateLimitCodes: {
    env: 'OMEN_RATE_LIMIT_CODES',
    default: 20,
    parse: wholeNumber(1),
    about: 'codes, reminders and temporary passwords a minute from one address',
  },
  rateLimitUploads: {
    env: 'OMEN_RATE_LIMIT_UPLOADS',
    default: 600,
    parse: wholeNumber(1),
    about: 'uploads a minute from one address',
  },
}
