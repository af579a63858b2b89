import { ApiProblem } from '@omen/sdk'

/** Somebody, or another tab, has taken the name in the meantime. */
export const isConflict = (error: unknown): boolean => error instanceof ApiProblem && error.code === 'CONFLICT'
