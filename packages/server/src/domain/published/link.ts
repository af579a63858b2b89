import { and, eq } from 'drizzle-orm'
import { SecretBoxError } from '../../ports/secret-box.ts'
import { published } from '../../schema/index.ts'
import { readablePublished } from '../access.ts'
import type { Context, Visitor } from '../context.ts'
import { digestOf } from '../digest.ts'
import { DomainError } from '../errors.ts'
import { publicOrigin } from '../public-origin.ts'

type LinkColumns = Pick<typeof published.$inferInsert, 'linkHash' | 'linkSealed'>

const KEY_BYTES = 18

/** A key of an open link: its hash, by which it is found, and the key sealed, for its owner. */
export function newLink(ctx: Pick<Context, 'random' | 'secretBox'>, sourceId: string): LinkColumns {
  const key = ctx.random.secret(KEY_BYTES)
  const sealed = Buffer.from(ctx.secretBox.seal(key, aboutLink(sourceId))).toString('base64')
  return { linkHash: digestOf(key), linkSealed: sealed }
}

export const NO_LINK: LinkColumns = { linkHash: null, linkSealed: null }

/** The address that opens it without a login; undefined where it is not open, or was sealed with a key that is gone. */
export function linkOf(
  ctx: Pick<Context, 'secretBox' | 'settings'>,
  { sourceId, linkSealed }: Pick<typeof published.$inferSelect, 'sourceId' | 'linkSealed'>,
): string | undefined {
  if (linkSealed === null) return undefined
  try {
    const key = ctx.secretBox.open(Buffer.from(linkSealed, 'base64'), aboutLink(sourceId))
    return `${publicOrigin(ctx.settings)}/open/${sourceId}?key=${key}`
  } catch (error) {
    if (error instanceof SecretBoxError) return undefined
    throw error
  }
}

/** Who has a link: it is found by the hash of its key. A link that has ended is as one that never was. */
export async function findVisitor(ctx: Pick<Context, 'db' | 'clock'>, key: string): Promise<Visitor> {
  const [row] = await ctx.db
    .select({ sourceId: published.sourceId })
    .from(published)
    .where(eq(published.linkHash, digestOf(key)))
  if (!row) throw endedLink()
  const visitor: Visitor = { via: 'link', sourceId: row.sourceId }
  const isOpen = and(eq(published.sourceId, row.sourceId), readablePublished(visitor, ctx.clock.now()))
  if ((await ctx.db.$count(published, isOpen)) === 0) throw endedLink()
  return visitor
}

function endedLink(): DomainError {
  return new DomainError('NOT_FOUND', {
    message: {
      en: 'This link is not valid or has ended. Ask whoever sent it for another one.',
      'zh-CN': '此链接无效或已失效，请向发送者索取新的链接。',
    },
  })
}

function aboutLink(sourceId: string): string {
  return `open link:${sourceId}`
}
