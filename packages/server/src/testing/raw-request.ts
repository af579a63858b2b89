import { connect, type Socket } from 'node:net'

export interface RawAnswer {
  status: number
  headers: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any
}

/** Opens a connection to the server of an address like http://127.0.0.1:7070/. */
export function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(socket)).once('error', reject)
  })
}

/** Sends the bytes as they are, and gives the first answer; null where the server closed without one. */
export async function sendRaw(url: string, bytes: string | Buffer, { half = false } = {}): Promise<RawAnswer | null> {
  const socket = await openSocket(url)
  if (half) socket.end(bytes)
  else socket.write(bytes)
  return readAnswer(socket)
}

/** The first answer on the connection, which then is closed. */
export async function readAnswer(socket: Socket): Promise<RawAnswer | null> {
  let text = ''
  try {
    for await (const chunk of socket) {
      text += (chunk as Buffer).toString()
      const answer = parse(text)
      if (answer) return answer
    }
  } catch {
    // A connection that was reset has no more to say.
  } finally {
    socket.destroy()
  }
  return parse(text)
}

function parse(text: string): RawAnswer | null {
  const end = text.indexOf('\r\n\r\n')
  const status = /^HTTP\/1\.1 (\d{3})/.exec(text)
  if (end < 0 || !status) return null
  const headers = text.slice(0, end)
  const length = Number(/^content-length: (\d+)/im.exec(headers)?.[1] ?? 0)
  const body = text.slice(end + 4)
  if (Buffer.byteLength(body) < length) return null
  return { status: Number(status[1]), headers, body: body.startsWith('{') ? JSON.parse(body) : body }
}
