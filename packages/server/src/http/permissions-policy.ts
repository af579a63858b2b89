import type { FastifyInstance } from 'fastify'

/** Features that the page never uses, denied so that an injected script cannot use them either. */
const REFUSED = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]

const value = REFUSED.map((feature) => `${feature}=()`).join(', ')

export function addPermissionsPolicy(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => void reply.header('Permissions-Policy', value))
}
