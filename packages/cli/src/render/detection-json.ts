import type { Detection } from '@omen/sdk'
import { pageAddress } from '../io/server-address.ts'
import { severityOf } from './severity.ts'

/** A detection as JSON: `severity` of each period and of the worst, 0 to 10, and the page that shows it. */
export function detectionJson(detection: Detection, url: string): object {
  const periods = detection.periods.map((period) => ({ ...period, severity: severityOf(period) }))
  return { ...detection, severity: worstSeverity(detection), periods, url: detectionUrl(url, detection) }
}

/** Severity of the worst period; 0 without one. */
export function worstSeverity({ periods }: Pick<Detection, 'periods'>): number {
  return Math.max(0, ...periods.map(severityOf))
}

/** The page of a detection on a server. */
export function detectionUrl(server: string, { id }: { id: string }): string {
  return pageAddress(server, `/detections/${encodeURIComponent(id)}`)
}
