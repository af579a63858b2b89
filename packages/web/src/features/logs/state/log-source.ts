/** Where lines come from: a project by its address, or an uploaded file by its handle. */
export type LogSource =
  | { readonly kind: 'project'; readonly address: string }
  | { readonly kind: 'file'; readonly filename: string }

/** As the API names it. */
export const sourceFields = (source: LogSource): { projectName: string } | { filename: string } =>
  source.kind === 'project' ? { projectName: source.address } : { filename: source.filename }
