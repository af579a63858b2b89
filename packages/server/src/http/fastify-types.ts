import type { Caller } from '../domain/context.ts'
import type { SpecEntry } from './spec.ts'
import type { EventStream } from './sse.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the body is read; null on public operations. */
    caller: Caller | null
  }
  interface FastifyContextConfig {
    operation?: SpecEntry
  }
  interface FastifyInstance {
    /** Event streams that are open, so that a stopping server can end them. */
    eventStreams: Set<EventStream>
    /** Answers that violate the spec; collected only if answers are checked. */
    answerFaults: string[]
  }
}
