import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { DomainError } from '../domain/errors.ts'
import { PointStoreBusyError } from '../ports/point-store-errors.ts'
import { answerError } from './errors.ts'

it('answers plainly where an answer fails that was to be compressed', async () => {
  const app = Fastify()
  app.setErrorHandler(answerError)
  app.get('/', (_, reply) => {
    reply.header('content-encoding', 'gzip')
    throw new DomainError('OVERLOADED')
  })
  const { statusCode, headers, body } = await app.inject('/')
  expect([statusCode, headers['content-encoding'], JSON.parse(body).code]).toEqual([503, undefined, 'OVERLOADED'])
  await app.close()
})

it('asks a sender to come again while too much waits to be stored', async () => {
  const app = Fastify()
  app.setErrorHandler(answerError)
  app.get('/', () => Promise.reject(new PointStoreBusyError('216000159 bytes')))
  const { statusCode, headers, body } = await app.inject('/')
  expect([statusCode, headers['retry-after'], JSON.parse(body).code]).toEqual([503, '1', 'OVERLOADED'])
  await app.close()
})
