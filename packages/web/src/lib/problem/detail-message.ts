import type { ErrorDetail, Locale } from '@omen/sdk'
import { fieldPrompts, READABLE_TIMES_ZH, rejectReason } from '@omen/sdk/rules'

type Values = NonNullable<ErrorDetail['values']>

/**
 * What lies behind an error, in a language. The server's own text is English: in Chinese it is worded from the error's code, and what the
 * detail names; undefined where they tell nothing more than the error itself.
 */
export const detailMessage = (code: string, detail: ErrorDetail, locale: Locale): string | undefined => {
  if (locale === 'en') return detail.message
  const { rule, values = {}, field = '' } = detail
  if (rule !== undefined) return chineseRule(rule, field, values)
  return chineseDetail(code, values) ?? (code === 'VALIDATION_FAILED' ? '该值无效' : undefined)
}

const isOfText = (rule: string): boolean => rule === 'format' || rule === 'minLength' || rule === 'maxLength'

const chineseRule = (
  rule: NonNullable<ErrorDetail['rule']>,
  field: string,
  { limit = 0, names = [] }: Values,
): string => {
  const prompt = fieldPrompts.get(field)
  if (prompt && isOfText(rule)) return prompt['zh-CN']
  const bound = grouped(limit)
  const texts: Record<typeof rule, string> = {
    required: '必填',
    unknown: '没有此项',
    oneOf: `必须是以下之一：${names.join('、')}`,
    atLeast: `不得小于 ${bound}`,
    above: `必须大于 ${bound}`,
    atMost: `不得大于 ${bound}`,
    below: `必须小于 ${bound}`,
    minLength: `至少 ${bound} 个字符`,
    maxLength: `最多 ${bound} 个字符`,
    minItems: `至少 ${bound} 项`,
    maxItems: `最多 ${bound} 项`,
    format: '格式不正确',
    wrong: '不正确',
    taken: '已被使用',
    future: '必须晚于当前时间',
    order: '开始时间必须早于结束时间',
  }
  return texts[rule]
}

const grouped = (value: number): string => value.toLocaleString('zh-CN')

const chineseDetail = (code: string, values: Values): string | undefined => {
  const { text, timeColumn, timeNames, unit, unitBefore, names, count, limit, missingIn, cause } = values
  switch (code) {
    case 'NO_TIMESTAMP_COLUMN':
      if (names === undefined) return undefined
      return noTimeColumn(names, timeNames, text)
    case 'TOO_FEW_COLUMNS':
      return '时间戳之外没有其他列'
    case 'EMPTY_FILE':
      return '文件为空'
    case 'HEADER_ONLY':
      return '表头之下没有数据行'
    case 'NOT_UTF8':
      return '文件不是 UTF-8 文本，请另存为 UTF-8'
    case 'NUL_BYTE':
      return '该行含有 NUL 字节，这不是文本文件'
    case 'GZIP_DAMAGED':
      return 'gzip 文件已损坏或不完整'
    case 'TEXT_COLUMN':
      if (text === undefined) return undefined
      return `列“${text}”只有文本，没有数字${timeColumn === undefined ? '' : `；时间取自列“${timeColumn}”`}`
    case 'TOO_MANY_DUPLICATES':
      if (text === undefined) return chineseLimit(code, values)
      return `许多行的时间与其他行相同，可能由文本列“${text}”区分：请为其每个值各用一列，例如 cpu[web1],cpu[web2]`
    case 'DUPLICATE_SERIES':
      return text === undefined ? undefined : `序列 ${text} 出现在两列中`
    case 'MIXED_TIMESTAMPS':
      return reasonOf('BAD_TIMESTAMP', { ...(unit && { unit }), ...(unitBefore && { unitBefore }) })
    case 'NO_GOOD_ROWS': {
      const reason = cause === undefined ? undefined : reasonOf(cause, values)
      return reason && `没有可读取的行：${reason}`
    }
    case 'BAD_HEADER':
      if (cause === 'BAD_QUOTING') return '表头的引号没有闭合'
      if (text === undefined) return undefined
      return limit === undefined ? `${text} 不能作为列名` : `列名 ${text} 超过 ${grouped(limit)} 个字符`
    case 'BAD_INTERVALS':
      return chineseInterval(values)
    case 'SERIES_MISMATCH':
      if (missingIn === undefined) return undefined
      return missingIn === 'file' ? '模型中有，文件中没有' : '文件中有，模型中没有'
    default:
      return count === undefined && limit === undefined ? undefined : chineseLimit(code, values)
  }
}

const noTimeColumn = (names: string[], timeNames: string[] | undefined, firstCell: string | undefined): string => {
  const called = timeNames === undefined ? '' : `没有名为 ${timeNames.join('、')} 的列；`
  const begins = firstCell === undefined ? '' : `；首行数据以 ${firstCell} 开头，没有一列全为时间；${READABLE_TIMES_ZH}`
  return `${called}各列为 ${names.join('、')}${begins}`
}

const chineseInterval = (values: Values): string | undefined =>
  values.fields === undefined ? reasonOf('BAD_TIMESTAMP', values) : '该行不是 start,end 的形式'

const chineseLimit = (code: string, { count = 0, limit = 0, counted }: Values): string | undefined => {
  const [had, allowed] = [grouped(count), grouped(limit)]
  switch (code) {
    case 'TOO_MANY_COLUMNS':
      return `有 ${had} 列，最多读取 ${allowed} 个序列`
    case 'TOO_MANY_ROWS':
      return `超过 ${allowed} 行`
    case 'TOO_MANY_DUPLICATES':
      return `时间与其他行相同的行超过 ${allowed} 行`
    case 'LINE_TOO_LONG':
      return `该行超过 ${allowed} 字节`
    case 'NOT_ENOUGH_DATA':
      if (counted === 'instances') return `同一指标至少需要 ${allowed} 个实例，实际为 ${had} 个`
      return counted === 'rows'
        ? `至少需要 ${allowed} 行有值的数据，实际为 ${had} 行`
        : `至少需要 ${allowed}，实际为 ${had}`
    case 'TOO_MANY_JOBS':
      return `有 ${had} 个任务在等待，最多 ${allowed} 个`
    case 'TOO_MANY_PUBLISHED':
      return `已有 ${had} 个发布副本，最多 ${allowed} 个`
    case 'PROCESSOR_QUOTA_EXCEEDED':
      return `已使用 ${had} 秒，共 ${allowed} 秒`
    case 'STORAGE_QUOTA_EXCEEDED':
      return `已使用 ${had} 字节，共 ${allowed} 字节`
    default:
      return undefined
  }
}

/** Why a line was rejected; undefined where that is not known. */
const reasonOf = (code: string, values: Values): string | undefined => {
  return rejectReason({ line: 1, column: 0, code, reason: '', values }, 'zh-CN') || undefined
}
