import { type CallOptions, given, type PageQuery } from '../pages.ts'
import type { Transport } from '../transport.ts'
import type {
  DashboardIncidents,
  ExclusionPreview,
  IncidentAction,
  IncidentDecision,
  IncidentDetail,
  IncidentFamily,
  ListedIncident,
  PostMortem,
  PostMortemTemplate,
  PostMortemText,
  RequestOf,
} from '../types.ts'
import { unwrapText } from '../unwrap.ts'

/** Which incidents; of the last seven days if omitted. Times in epoch milliseconds. */
export interface IncidentQuery extends PageQuery {
  projectName?: string | undefined
  tab?: 'open' | 'predicted' | 'resolved' | 'starred' | 'all' | undefined
  state?: ListedIncident['state'] | undefined
  family?: IncidentFamily[] | undefined
  /** Words that names of series, instances, log templates and the note contain. */
  q?: string | undefined
  repeatKey?: string | undefined
  /** One entry, the newest, for incidents that repeat each other. */
  fold?: boolean | undefined
  order?: 'worst' | 'newest' | undefined
  from?: number | undefined
  to?: number | undefined
}

/** What a text is about: an incident, or an interval of a project. */
export type PostMortemSubject = { incidentId: string } | { projectName: string; from: number; to: number }

/** The text to show, if not the one saved last. */
export interface PostMortemOptions extends CallOptions {
  /** The id of a template to fill. */
  template?: string | undefined
  revision?: number | undefined
  /** Of an interval: the model that the project is watched with. */
  modelName?: string | undefined
}

/** A text to save; `revision` is the one that was edited, 0 for the first. */
export type NewPostMortem = Pick<RequestOf<'savePostMortem'>, 'revision' | 'text' | 'actions'>

/** A language of a document. */
export interface ExportOptions extends CallOptions {
  locale?: 'en' | 'zh-CN' | undefined
}

/** What happened, why, and what was done about it. */
export interface Incidents {
  /** A page without hours and days, with how many there are of each state. */
  list(query?: IncidentQuery, options?: CallOptions): Promise<DashboardIncidents>
  get(id: string, options?: CallOptions): Promise<IncidentDetail>
  acknowledge(id: string, note?: string, options?: CallOptions): Promise<IncidentDecision>
  resolve(id: string, note?: string, options?: CallOptions): Promise<IncidentDecision>
  reopen(id: string, note?: string, options?: CallOptions): Promise<IncidentDecision>
  note(id: string, note: string, options?: CallOptions): Promise<IncidentDecision>
  star(id: string, options?: CallOptions): Promise<IncidentDecision>
  unstar(id: string, options?: CallOptions): Promise<IncidentDecision>
  /** Returns the one that stays; the id of the other leads there. */
  merge(id: string, into: string, note?: string, options?: CallOptions): Promise<IncidentDecision>
  /** Returns the new one. */
  split(id: string, findingIds: readonly string[], note?: string, options?: CallOptions): Promise<IncidentDecision>
  excludeFromTraining(id: string, note?: string, options?: CallOptions): Promise<ExclusionPreview>
  includeInTraining(id: string, note?: string, options?: CallOptions): Promise<ExclusionPreview>
  /** What leaving it out would change; nothing is changed. */
  previewExclusion(id: string, options?: CallOptions): Promise<ExclusionPreview>
  /** A document. */
  export(id: string, format: 'md' | 'json' | 'html', options?: ExportOptions): Promise<string>
  postMortem(subject: PostMortemSubject, options?: PostMortemOptions): Promise<PostMortem>
  /** Rejects with CONFLICT where somebody has saved another one meanwhile; its details hold that and the difference. */
  savePostMortem(subject: PostMortemSubject, text: NewPostMortem, options?: CallOptions): Promise<PostMortemText>
  templates(options?: CallOptions): Promise<PostMortemTemplate[]>
  /** In place of one of the same name. */
  saveTemplate(template: { name: string; text: string }, options?: CallOptions): Promise<PostMortemTemplate>
  deleteTemplate(id: string, options?: CallOptions): Promise<void>
}

/** The incident operations of a client. */
export function incidents({ client, unwrap }: Transport): Incidents {
  type Change = Partial<Omit<RequestOf<'decideIncident'>, 'action'>>
  const change = async (id: string, action: IncidentAction, more: Change, options?: CallOptions) => {
    const body = { ...more, action } as RequestOf<'decideIncident'>
    return unwrap(client.POST('/incidents/{id}', { params: { path: { id } }, body, ...options }))
  }
  const noted = (note: string | undefined): Change => (note === undefined ? {} : { note })
  const decide =
    (action: IncidentAction) =>
    async (id: string, note?: string, options?: CallOptions): Promise<IncidentDecision> =>
      (await change(id, action, noted(note), options)).incident
  const mark =
    (action: IncidentAction) =>
    async (id: string, options?: CallOptions): Promise<IncidentDecision> =>
      (await change(id, action, {}, options)).incident
  const train =
    (action: IncidentAction) =>
    async (id: string, note?: string, options?: CallOptions): Promise<ExclusionPreview> =>
      (await change(id, action, noted(note), options)).training!
  return {
    list: (query = {}, options) => {
      const request = { params: { query: { ...given(query), withCalendar: false } }, ...options }
      return unwrap(client.GET('/dashboard-incident', request))
    },
    get: (id, options) => unwrap(client.GET('/incidents/{id}', { params: { path: { id } }, ...options })),
    acknowledge: decide('acknowledge'),
    resolve: decide('resolve'),
    reopen: decide('reopen'),
    note: decide('note'),
    star: mark('star'),
    unstar: mark('unstar'),
    merge: async (id, into, note, options) => (await change(id, 'merge', { into, ...noted(note) }, options)).incident,
    split: async (id, findingIds, note, options) =>
      (await change(id, 'split', { findingIds: [...findingIds], ...noted(note) }, options)).incident,
    excludeFromTraining: train('excludeFromTraining'),
    includeInTraining: train('includeInTraining'),
    previewExclusion: async (id, options) =>
      (await change(id, 'excludeFromTraining', { dryRun: true }, options)).training!,
    export: (id, format, { locale, ...options } = {}) => {
      const headers = { Accept: '*/*', ...(locale !== undefined && { 'Accept-Language': locale }) }
      const request = { params: { path: { id }, query: { format } }, headers, ...options, parseAs: 'text' as const }
      return unwrapText(client.GET('/incidents/{id}/export', request))
    },
    postMortem: (subject, { template, revision, modelName, ...options } = {}) => {
      const query = given({ ...subject, template, revision, modelName })
      return unwrap(client.GET('/postMortem', { params: { query }, ...options }))
    },
    savePostMortem: async (subject, text, options) => {
      const request = { body: { ...subject, ...text }, ...options }
      return (await unwrap(client.POST('/postMortem', request))).postMortem
    },
    templates: async (options) => (await unwrap(client.GET('/post-mortem-templates', { ...options }))).templates,
    saveTemplate: async (template, options) =>
      (await unwrap(client.POST('/post-mortem-templates', { body: template, ...options }))).template,
    deleteTemplate: async (id, options) => {
      await unwrap(client.DELETE('/post-mortem-templates/{id}', { params: { path: { id } }, ...options }))
    },
  }
}
