import type { LogTemplateFinding } from '@omen/sdk'

/** A finding in a log of the server, with its template. */
export interface ServerFinding extends LogTemplateFinding {
  templateId: number
  template: string
  name?: string
}
