import type { Project } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import { findReadableProject } from './project-row.ts'
import { toProject } from './to-wire.ts'

export async function getProject(ctx: Context, caller: Caller, name: string, locale: Locale): Promise<Project> {
  return toProject(ctx, caller, await findReadableProject(ctx, caller, name), locale)
}
