import type pg from 'pg'

/** All that is known of the findings of each project, but for ids, by the key of the finding. */
export interface Found {
  /** Time of the last row that was scored, 0 before the first. */
  readonly position: number
  readonly findings: ReadonlyMap<string, string>
}

const QUERY = `
  select sources.name, position, key, start_time, findings.end_time, findings.rows, findings.severity, direction, probability, findings.kind, detail - 'lastRowAt' as detail,
    incidents.state, onset, dense_rank() over (partition by sources.id order by onset, incidents.created_at) as incident
  from live_positions join sources on sources.id = live_positions.source_id
  left join findings on findings.source_id = sources.id and findings.key is not null and start_time < $1
  left join incidents on incidents.id = incident_id`

/** Findings that began before a time; a project that is silent after its last sample has one more. */
export async function readFindings(database: pg.Client, until: number): Promise<Map<string, Found>> {
  const { rows } = await database.query(QUERY, [until])
  const found = new Map<string, { position: number; findings: Map<string, string> }>()
  for (const { name, position, key, ...facts } of rows) {
    const of = found.get(name) ?? { position: Number(position ?? 0), findings: new Map() }
    found.set(name, of)
    if (key === null) continue
    if (of.findings.has(key)) throw new Error(`${name} has two findings ${key}`)
    of.findings.set(key, JSON.stringify(facts))
  }
  return found
}

/** What one has and the other has not, or has otherwise. */
export function differencesOf(
  disturbed: ReadonlyMap<string, Found>,
  undisturbed: ReadonlyMap<string, Found>,
): string[] {
  const differences: string[] = []
  for (const [project, { findings: expected }] of undisturbed) {
    const findings = disturbed.get(project)?.findings ?? new Map<string, string>()
    for (const key of new Set([...expected.keys(), ...findings.keys()])) {
      const [is, should] = [findings.get(key), expected.get(key)]
      if (is === undefined) differences.push(`${project}: ${key} was left out: ${should}`)
      else if (should === undefined) differences.push(`${project}: ${key} is one too many: ${is}`)
      else if (is !== should) differences.push(`${project}: ${key} is ${is} instead of ${should}`)
    }
  }
  return differences
}
