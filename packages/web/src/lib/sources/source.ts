/** Whose series are compared, as the API names it: a project by its address, an uploaded file, or the rows of a detection. */
export type Source =
  | { readonly projectName: string; readonly filename?: undefined; readonly detectionId?: undefined }
  | { readonly projectName?: undefined; readonly filename: string; readonly detectionId?: undefined }
  | { readonly projectName?: undefined; readonly filename?: undefined; readonly detectionId: string }

/** As the address of a page names it; null for those that it is not. */
export const sourceParameters = ({ projectName, filename, detectionId }: Source) => ({
  project: projectName ?? null,
  file: filename ?? null,
  detection: detectionId ?? null,
})

/** Of what the address of a page names; null where that is nothing. */
export const sourceOf = (project: string, file: string, detection: string): Source | null => {
  if (detection !== '') return { detectionId: detection }
  if (file !== '') return { filename: file }
  return project === '' ? null : { projectName: project }
}

/** As the query of an address. */
export const formatSource = (source: Source): string =>
  Object.entries(sourceParameters(source))
    .flatMap(([name, value]) => (value === null ? [] : [`${name}=${encodeURIComponent(value)}`]))
    .join('&')

export const parseSource = (query: string): Source | null => {
  const parameters = new URLSearchParams(query)
  const of = (name: string) => parameters.get(name) ?? ''
  return sourceOf(of('project'), of('file'), of('detection'))
}

/** Where its instances are compared. */
export const outliersPath = (source: Source): string => `/outliers?${formatSource(source)}`

/** Where a rollout to its instances is checked. */
export const rolloutPath = (source: Source): string => `/rollout?${formatSource(source)}`
