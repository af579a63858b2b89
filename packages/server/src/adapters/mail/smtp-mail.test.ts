import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { inspect } from 'node:util'
import type { SMTPServerOptions } from 'smtp-server'
import { afterAll, describe, expect, test } from 'vitest'
import { mailContract } from '../../ports/mail.contract.ts'
import type { Mail } from '../../ports/mail.ts'
import { makeCertificate } from '../../testing/certificate.ts'
import { type Outbox, startOutbox } from '../../testing/outbox.ts'
import { createSmtpMail, type SmtpOptions } from './smtp-mail.ts'

const outboxes: Outbox[] = []
afterAll(() => Promise.all(outboxes.map((outbox) => outbox.close())))

async function open(server: SMTPServerOptions = {}, options: SmtpOptions = {}, credentials = '') {
  const outbox = await startOutbox(server)
  outboxes.push(outbox)
  const url = outbox.url.replace('//127.0.0.1', `//${credentials}localhost`)
  return { outbox, sender: createSmtpMail(url, 'Omen <omen@example.com>', options) }
}

mailContract('SMTP', async () => {
  const { outbox, sender } = await open()
  return {
    sender,
    received: async () => outbox.mails.map(({ to, subject, text }) => `To ${to}\n${subject}\n${text}`),
  }
})

const MAIL: Mail = { to: 'reader@example.com', subject: 'node4 is down', text: 'node4 is down.' }

describe('a mail with pictures', () => {
  const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47])
  const full: Mail = {
    ...MAIL,
    html: '<p>node4 is down.</p><img src="cid:lanes" alt="Lanes">',
    pictures: [{ id: 'lanes', png }],
    id: 'recovered-1',
    follows: 'opened-1',
    unsubscribeUrl: 'https://omen.example/api/v1/unsubscribe?token=abc',
  }
  const receive = async (sent: Mail) => {
    const { outbox, sender } = await open()
    await sender.send(sent)
    await sender.close()
    return outbox.mails[0]!.email
  }
  const header = (email: Awaited<ReturnType<typeof receive>>, key: string) =>
    email.headers.find((one) => one.key === key)?.value

  test('arrives as text and as HTML with its pictures inside', async () => {
    const email = await receive(full)
    expect(email.text).toContain('node4 is down.')
    expect(email.html).toContain('cid:lanes')
    const [picture] = email.attachments
    expect(picture).toMatchObject({ mimeType: 'image/png', disposition: 'inline', contentId: '<lanes>', related: true })
    expect(new Uint8Array(picture!.content as ArrayBuffer)).toEqual(png)
  })

  test('names itself and what it follows by ids that stay the same', async () => {
    const email = await receive(full)
    expect(email).toMatchObject({
      messageId: '<recovered-1@example.com>',
      inReplyTo: '<opened-1@example.com>',
      references: '<opened-1@example.com>',
    })
  })

  test('offers to unsubscribe with one click over https only', async () => {
    const email = await receive(full)
    expect(header(email, 'list-unsubscribe')).toBe(`<${full.unsubscribeUrl}>`)
    expect(header(email, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const plain = await receive({ ...full, unsubscribeUrl: 'http://omen.example/u' })
    expect(header(plain, 'list-unsubscribe')).toBe('<http://omen.example/u>')
    expect(header(plain, 'list-unsubscribe-post')).toBeUndefined()
  })

  test('is marked as sent by a machine', async () => {
    expect(header(await receive(MAIL), 'auto-submitted')).toBe('auto-generated')
  })
})

/** Answers a command with an error code. */
function refusing(command: 'onMailFrom' | 'onRcptTo' | 'onData', responseCode: number, text: string) {
  const error = Object.assign(new Error(text), { responseCode })
  if (command === 'onData')
    return {
      onData: (stream, _session, done) => {
        stream.resume().on('end', () => done(error))
      },
    } satisfies SMTPServerOptions
  return { [command]: (_address: unknown, _session: unknown, done: (error: Error) => void) => done(error) }
}

describe('a failure', () => {
  const failureOf = async (server: SMTPServerOptions, options?: SmtpOptions, credentials?: string) => {
    const { sender } = await open(server, options, credentials)
    const failure = await sender.send(MAIL).then(
      () => 'sent',
      (error: unknown) => error,
    )
    await sender.close()
    return failure
  }

  test('of refused credentials is for the operator, and lets the account rest', async () => {
    const failure = await failureOf(
      {
        authOptional: false,
        allowInsecureAuth: true,
        onAuth: (_auth, _session, done) =>
          done(
            new Error(`Bad password wrong-password of ${Buffer.from('\0login\0wrong-password').toString('base64')}`),
          ),
      },
      {},
      'login:wrong-password@',
    )
    expect(failure).toMatchObject({
      name: 'MailError',
      fault: 'credentials',
      isPermanent: false,
      retryAfterMs: 900_000,
      message: expect.stringContaining('OMEN_SMTP_URL'),
    })
    expect(String(failure)).toContain('Bad password *** of ***')
    expect(inspect(failure)).not.toMatch(/wrong-password|bG9naW4/)
  })

  test('of missing credentials is one of credentials', async () => {
    expect(await failureOf({ authOptional: false, allowInsecureAuth: true })).toMatchObject({ fault: 'credentials' })
  })

  test('of a refused recipient is permanent', async () => {
    expect(await failureOf(refusing('onRcptTo', 550, '5.1.1 No such user'))).toMatchObject({
      fault: 'recipient',
      isPermanent: true,
      message: expect.stringContaining('No such user'),
    })
  })

  test('of a refused sender is for the operator', async () => {
    expect(await failureOf(refusing('onMailFrom', 553, '5.7.1 Not yours'))).toMatchObject({
      fault: 'sender',
      isPermanent: false,
      message: expect.stringContaining('OMEN_MAIL_FROM'),
    })
  })

  test('of a refused message is permanent', async () => {
    expect(await failureOf(refusing('onData', 554, '5.7.1 Spam'))).toMatchObject({
      fault: 'message',
      isPermanent: true,
    })
  })

  test('of a greylisted recipient says when to try again', async () => {
    expect(await failureOf(refusing('onRcptTo', 451, '4.7.1 Greylisted, try again in 480 seconds'))).toMatchObject({
      fault: 'later',
      isPermanent: false,
      retryAfterMs: 480_000,
    })
    expect(await failureOf(refusing('onRcptTo', 450, '4.2.0 Greylisted, see you in 00:07:30'))).toMatchObject({
      retryAfterMs: 450_000,
    })
    expect(await failureOf(refusing('onRcptTo', 450, '4.2.0 Greylisted'))).toMatchObject({ retryAfterMs: 300_000 })
  })

  test('of a connection that breaks in the middle of a message leads to another attempt', async () => {
    let isBroken = true
    const sockets: Socket[] = []
    const outbox = await startOutbox({
      onConnect: (_session, done) => done(),
      onData: (stream, _session, done) => {
        if (isBroken) return void sockets.at(-1)!.destroy()
        stream.resume().on('end', () => done())
      },
    })
    outboxes.push(outbox)
    outbox.onConnection((socket) => sockets.push(socket))
    const sender = createSmtpMail(outbox.url, 'omen@example.com')
    await expect(sender.send(MAIL)).rejects.toMatchObject({ fault: 'connection', isPermanent: false })
    isBroken = false
    await sender.send(MAIL)
    await sender.close()
  })

  test('of a server that no longer answers ends when patience does', async () => {
    const failure = await failureOf({ onRcptTo: () => {} }, { patienceMs: 300 })
    expect(failure).toMatchObject({
      fault: 'connection',
      isPermanent: false,
      message: expect.stringContaining('Timeout'),
    })
  })

  test('of a server that drips is the reason of the signal, and leaves no connection', async () => {
    const server = createServer((socket) => {
      const timer = setInterval(() => socket.write('2'), 20)
      socket.on('error', () => {}).on('close', () => clearInterval(timer))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const sender = createSmtpMail(`smtp://127.0.0.1:${port}`, 'omen@example.com')
    const signal = AbortSignal.timeout(300)
    await expect(sender.send(MAIL, signal)).rejects.toMatchObject({ name: 'TimeoutError' })
    // Waits for the connections that are left
    await new Promise((done) => server.close(done))
    await sender.close()
  })

  test('of a server that is away names the reason', async () => {
    const { outbox, sender } = await open()
    await outbox.close()
    await expect(sender.send(MAIL)).rejects.toMatchObject({
      fault: 'unreachable',
      message: expect.stringContaining('ECONNREFUSED'),
    })
    await sender.close()
  })
})

describe('STARTTLS with a certificate of an own authority', () => {
  const { cert, key } = makeCertificate('localhost')
  const server: SMTPServerOptions = { cert, key, disabledCommands: [] }

  test('is trusted where the operator trusts the authority', async () => {
    const { outbox, sender } = await open(server, { certificates: [cert] })
    await sender.send(MAIL)
    await sender.close()
    expect(outbox.mails).toHaveLength(1)
  })

  test('is refused elsewhere, and nothing is sent', async () => {
    const { outbox, sender } = await open(server)
    await expect(sender.send(MAIL)).rejects.toMatchObject({ fault: 'certificate', isPermanent: false })
    await sender.close()
    expect(outbox.mails).toHaveLength(0)
  })
})
