import type { Caller, Sender, Visitor } from '../domain/context.ts'
import type { OpenAnswer } from './open-answers.ts'
import type { SpecEntry } from './spec.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the body is read; null on public operations. */
    caller: Caller | null
    /** Who sends with an ingest key; null on all other operations. */
    sender: Sender | null
    /** Who has an open link; null on all other requests. */
    visitor: Visitor | null
    /** Why a caller who waited for the answer may no longer have it; null where there is no reason. */
    refusal: unknown
  }
  interface FastifyContextConfig {
    operation?: SpecEntry
  }
  interface FastifyInstance {
    /** Answers under way, so that a stopping server and a revocation can end them. */
    openAnswers: Set<OpenAnswer>
    /** Answers that violate the spec; collected only if answers are checked. */
    answerFaults: string[]
  }
}
