import type { BulkItem, DecodedLogs } from '../ports/decoded-logs.ts'
import type { BatchCount } from './batch-count.ts'
import { countJsonValues } from './count-json-values.ts'
import { createLogBuilder } from './log-builder.ts'
import { addLogDocument, type LogDefaults } from './log-document.ts'
import { readText } from './read-text.ts'

interface Action {
  readonly name: string
  readonly index: string | undefined
}

/**
 * Elasticsearch's bulk body: a line with the action, and for all but `delete` a line with the document. Documents of `index`
 * and `create` are log lines. https://www.elastic.co/docs/api/doc/elasticsearch/operation/operation-bulk
 */
export function decodeElasticBulk(body: Uint8Array, defaults: LogDefaults, count: BatchCount): DecodedLogs {
  const builder = createLogBuilder(count)
  countJsonValues(body, count)
  const items: BulkItem[] = []
  const rows = readText(body, builder).split('\n')
  for (let at = 0; at < rows.length; at++) {
    if (rows[at]!.trim() === '') continue
    const line = at + 1
    const action = readAction(rows[at]!)
    if (action === undefined)
      return { kind: 'unreadable', message: 'must have an action such as {"create":{}} before each document', line }
    if (action.name === 'delete' || action.name === 'update') {
      if (action.name === 'update') at++
      items.push(refuse(action, `Log lines cannot be changed by ${action.name}.`))
      builder.reject('unsupported', 'Log lines are sent by index or create.', { line })
      continue
    }
    items.push(readItem(action, rows[++at] ?? '', line + 1))
  }
  return { ...builder.build(), items }

  function readItem(action: Action, text: string, line: number): BulkItem {
    let document: unknown
    try {
      document = JSON.parse(text)
    } catch {
      builder.reject('malformed', 'A document is not valid JSON.', { line })
      return refuse(action, 'The document is not valid JSON.')
    }
    const row = addLogDocument(builder, document, defaults, { line })
    return row === undefined
      ? refuse(action, 'The document has a time or a name that cannot be stored.')
      : { ...named(action), row }
  }
}

function named({ name, index }: Action): Pick<BulkItem, 'action' | 'index'> {
  return { action: name, index }
}

function refuse(action: Action, reason: string): BulkItem {
  return { ...named(action), reason }
}

function readAction(text: string): Action | undefined {
  try {
    const [[name, target] = []] = Object.entries(JSON.parse(text) as Record<string, { _index?: unknown } | null>)
    if (name === undefined || !['index', 'create', 'update', 'delete'].includes(name)) return undefined
    return { name, index: typeof target?._index === 'string' ? target._index.slice(0, 200) : undefined }
  } catch {
    return undefined
  }
}
