import type {
  AlertSetting,
  ConnectionFields,
  Connector,
  DataType,
  IntegrationProvider,
  Locale,
  ProjectKind,
  ProjectModelType,
  ReportPeriod,
} from '@omen/sdk'

/** Where a secret is taken from: never from the file itself. */
export type SecretReference = { readonly env: string } | { readonly file: string }

export type ConnectionConfig = Readonly<Partial<Record<keyof ConnectionFields, unknown>>>

/** A project as a file describes it; what is omitted stays as it is. */
export interface ProjectConfig {
  readonly name: string
  /** Where it is neither custom nor omitted. */
  readonly kind?: ProjectKind | undefined
  /** Undefined for one that is sent its data. */
  readonly connector?: Connector | undefined
  readonly dataType?: DataType | undefined
  readonly settings: ProjectSettings
  /** Values of the fields that are no secrets. */
  readonly connection: ConnectionConfig
  readonly secrets: Readonly<Partial<Record<keyof ConnectionFields, SecretReference>>>
  readonly backfillDays?: number | undefined
  readonly members?: readonly string[] | undefined
  readonly alerts?: AlertConfig | undefined
  /** Where it stands in the file. */
  readonly line: number
}

export interface ProjectSettings {
  readonly samplingInterval?: number
  readonly timeZone?: string
  readonly retentionDays?: number
  readonly pvalue?: number
  readonly cvalue?: number
  readonly modelType?: ProjectModelType
  readonly retrainDays?: number
}

export type AlertConfig = Partial<Omit<AlertSetting, 'projectName' | 'pvalue' | 'cvalue' | 'sharedUserNames'>>

export interface IntegrationConfig {
  readonly provider: IntegrationProvider
  readonly account: string
  readonly serviceKey?: SecretReference | undefined
  readonly endpoint?: string | undefined
  /** Null for all projects. */
  readonly projectNames?: readonly string[] | null | undefined
  readonly isForEscalation?: boolean | undefined
  readonly line: number
}

/** Has no name: how often it is sent and its projects are what it is known by. */
export interface ReportScheduleConfig {
  readonly every: ReportPeriod
  /** Null for all that the account may read. */
  readonly projectNames: readonly string[] | null
  readonly recipients: readonly string[]
  readonly hour?: number | undefined
  readonly timeZone?: string | undefined
  readonly locale?: Locale | undefined
  readonly line: number
}

/** All that `omen apply` keeps as a file says. */
export interface OmenConfig {
  readonly projects: readonly ProjectConfig[]
  readonly integrations: readonly IntegrationConfig[]
  readonly reportSchedules: readonly ReportScheduleConfig[]
}
