import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Ends open streams and waits for requests in progress; each connection closes once it has none. Called before other hooks are
 * added, which may answer a request.
 */
export function addStop(app: FastifyInstance): void {
  let isStopping = false
  const connections = followConnections(app, (socket) => isStopping && socket.destroySoon())
  app.addHook('preClose', async () => {
    isStopping = true
    for (const answer of app.openAnswers) answer.end()
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping) reply.header('Connection', 'close')
  })
  // Node's own takes an answer that is still being sent for idle, and a connection without a request for busy.
  app.server.closeIdleConnections = () => {
    for (const [socket, requests] of connections) if (requests === 0) socket.destroy()
  }
}

/** The open connections with the number of their requests in progress; an answer is in progress until it has been sent. */
function followConnections(app: FastifyInstance, onIdle: (socket: Socket) => void): ReadonlyMap<Socket, number> {
  const requests = new Map<Socket, number>()
  const count = (socket: Socket, change: 1 | -1): number | undefined => {
    const before = requests.get(socket)
    if (before !== undefined) requests.set(socket, before + change)
    return requests.get(socket)
  }
  app.server.on('connection', (socket: Socket) => {
    requests.set(socket, 0)
    socket.once('close', () => requests.delete(socket))
  })
  app.addHook('onRequest', async ({ raw }) => void count(raw.socket, 1))
  app.addHook('onResponse', async ({ raw }) => {
    if (count(raw.socket, -1) === 0) onIdle(raw.socket)
  })
  return requests
}
