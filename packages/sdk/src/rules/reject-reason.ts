import type { Locale, Reject } from '../types.ts'

/** Why a line was rejected, in a language: from its code and what it names; as the server says it where that is not known. */
export function rejectReason({ code, reason, values = {} }: Reject, locale: Locale): string {
  return (locale === 'zh-CN' && chinese(code, values)) || reason
}

const MARKS = { point: '小数点', comma: '小数逗号' }
const UNITS = {
  s: '秒时间戳',
  ms: '毫秒时间戳',
  us: '微秒时间戳',
  ns: '纳秒时间戳',
  iso: 'ISO 8601 时间',
  dayFirst: '日在前的日期',
  monthFirst: '月在前的日期',
  date: '日期',
}
const EXPORTED = '请将该列导出为日期和时间，例如 2026-03-01 00:05:00'
const MISTAKES = {
  dayNumber: `像是电子表格的日期序号：${EXPORTED}`,
  year: `像是年份：${EXPORTED}`,
  month: '像是没有分隔符的年月：请写作 2026-03-01 这样的形式',
  dayOfYear: '像是年份加年内天数：请写作 2026-03-01 这样的形式',
  date: '像是没有分隔符的日期：请写作 2026-03-01 这样的形式',
  dateTime: '像是没有分隔符的日期和时间：请写作 2026-03-01 00:05:00 这样的形式',
  ticks: `像是 .NET 刻度：${EXPORTED}`,
  rounded: `已被舍入，末尾数字丢失：${EXPORTED}`,
  dayOrMonth: '无法确定哪个数字是日、哪个是月：请写作 2026-03-01 00:05:00 这样的形式',
  clock: '只有时刻，没有日期：请增加日期列，或写作 2026-03-01 00:05:00 这样的形式',
  outside: '不在 1990 年至 2099 年之间',
}
/** The forms of times that are read, as a clause. */
export const READABLE_TIMES_ZH =
  '可读取 1990 年至 2099 年的 ISO 8601 时间，28.11.2026 14:05、11/28/2026 2:05 PM 或 28 Nov 2026 14:05 这样的日期，以及秒、毫秒、微秒或纳秒时间戳'

function chinese(code: string, values: NonNullable<Reject['values']>): string | undefined {
  const { text, mark, looksLike, unit, unitBefore, fields, expected } = values
  switch (code) {
    case 'BAD_NUMBER':
      if (text === undefined) return undefined
      if (mark === undefined) return `“${text}”不是数字`
      return `“${text}”用${MARKS[mark]}，而前面的数字用${MARKS[mark === 'comma' ? 'point' : 'comma']}`
    case 'NOT_FINITE':
      return text === undefined ? undefined : `“${text}”不是有限的数字`
    case 'BAD_TIMESTAMP':
      if (unit !== undefined && unitBefore !== undefined)
        return `时间写作${UNITS[unit]}，而前面的写作${UNITS[unitBefore]}`
      if (text === undefined) return undefined
      return `“${text}”${looksLike === undefined ? '不是时间' : MISTAKES[looksLike]}；${READABLE_TIMES_ZH}`
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
