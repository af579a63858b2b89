import type { Locale, Reject } from '../types.ts'

/** Why a line was rejected, in a language: from its code and what it names; as the server says it where that is not known. */
export function rejectReason({ code, reason, values = {} }: Reject, locale: Locale): string {
  return (locale === 'zh-CN' && chinese(code, values)) || reason
}

const marks = { point: '小数点', comma: '小数逗号' }
const units = { ms: '毫秒时间戳', s: '秒时间戳', iso: 'ISO 8601 时间' }

function chinese(code: string, values: NonNullable<Reject['values']>): string | undefined {
  const { text, mark, unit, unitBefore, fields, expected } = values
  switch (code) {
    case 'BAD_NUMBER':
      if (text === undefined) return undefined
      if (mark === undefined) return `“${text}”不是数字`
      return `“${text}”用${marks[mark]}，而前面的数字用${marks[mark === 'comma' ? 'point' : 'comma']}`
    case 'NOT_FINITE':
      return text === undefined ? undefined : `“${text}”不是有限的数字`
    case 'BAD_TIMESTAMP':
      if (unit !== undefined && unitBefore !== undefined)
        return `时间写作${units[unit]}，而前面的写作${units[unitBefore]}`
      return text === undefined ? undefined : `“${text}”不是毫秒或秒时间戳，也不是 ISO 8601 时间`
    case 'FIELD_COUNT':
      return fields === undefined || expected === undefined ? undefined : `有 ${fields} 个字段，表头有 ${expected} 个`
    case 'BAD_UTF8':
      return '该行不是 UTF-8 文本'
    case 'BAD_QUOTING':
      return '该行的引号没有闭合'
    default:
      return undefined
  }
}
