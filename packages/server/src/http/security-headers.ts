import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { Settings } from '../config/settings.ts'

/** The page loads nothing from elsewhere; its components put styles inline. */
export function securityHeaders(settings: Settings, scriptHashes: readonly string[]): FastifyHelmetOptions {
  const isHttps = settings.publicUrl?.startsWith('https:') === true
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...scriptHashes],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // On plain http these would only be ignored, or lock a laptop's other ports into https.
    strictTransportSecurity: isHttps,
    crossOriginOpenerPolicy: isHttps,
    originAgentCluster: isHttps,
    referrerPolicy: { policy: 'same-origin' },
  }
}
