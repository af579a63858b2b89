import type { FastifyRequest } from 'fastify'
import type { Locale } from '../domain/errors.ts'

/** The first language of Accept-Language that Omen speaks; English where there is none. */
export function localeOf(request: Pick<FastifyRequest, 'headers'>): Locale {
  const ranges = (request.headers['accept-language'] ?? '')
    .split(',')
    .map((range) => {
      const [tag = '', quality] = range.trim().split(/\s*;\s*q=/)
      return { tag: tag.toLowerCase(), quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  const spoken = ranges.find(({ tag }) => /^(zh|en)(-|$)/.test(tag))
  return spoken?.tag.startsWith('zh') ? 'zh-CN' : 'en'
}
