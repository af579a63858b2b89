import type { Clock, Omen } from '@omen/sdk'
import type { z } from 'zod'

/** What a tool works with. */
export interface ToolContext {
  readonly omen: Omen
  /** Address of the page, for links; without a slash at the end. */
  readonly page: string
  readonly clock: Clock
}

/** One tool: what an agent reads of it, and what it does. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: z.ZodObject
  /** Changes something: offered with `--write` only. */
  readonly isWrite: boolean
  run(ctx: ToolContext, input: never): Promise<string>
}

/** A tool whose input has the type of its schema. */
export function defineTool<Schema extends z.ZodObject>(tool: {
  name: string
  title: string
  description: string
  input: Schema
  isWrite?: boolean
  run(ctx: ToolContext, input: z.infer<Schema>): Promise<string>
}): Tool {
  // An argument that is not known would be a filter that does nothing
  return { isWrite: false, ...tool, input: tool.input.strict() } as unknown as Tool
}
