import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type YAMLMap } from 'yaml'
import type { ConfigFault } from './config-error.ts'

/** Reads the parts of a YAML file, noting what is wrong with its line; what is wrong reads as undefined. */
export interface ConfigReader {
  readonly faults: readonly ConfigFault[]
  readonly root: Node | null
  lineOf(node: Node | null | undefined): number
  fault(node: Node | null | undefined, message: string): undefined
  /** The values of a map by name; a name that is not known is a fault, with the nearest one. `x-…` is for what aliases share. */
  fields(node: Node | null | undefined, what: string, known: readonly string[]): ReadonlyMap<string, Node | null>
  list(node: Node | null | undefined, what: string): readonly (Node | null)[] | undefined
  text(node: Node | null | undefined, what: string): string | undefined
  /** Any value without further checks: those are the server's. */
  value(node: Node | null | undefined): unknown
}

export function readYaml(text: string): ConfigReader {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true, merge: false })
  const faults: ConfigFault[] = document.errors.map(({ pos, message }) => ({
    line: lines.linePos(pos[0]).line,
    message: message === 'Map keys must be unique' ? 'this name stands twice' : message,
  }))
  const lineOf = (node: Node | null | undefined): number => (node?.range ? lines.linePos(node.range[0]).line : 1)
  const fault: ConfigReader['fault'] = (node, message) => void faults.push({ line: lineOf(node), message })
  /** What an alias stands for. */
  const resolve = (node: Node | null | undefined): Node | null | undefined => {
    if (!isAlias(node)) return node
    return node.resolve(document) ?? fault(node, `nothing is called &${node.source}`)
  }
  // Its fault was noted
  const isBroken = (node: Node | null | undefined, resolved: unknown) => isAlias(node) && resolved === undefined
  return {
    faults,
    root: document.contents,
    lineOf,
    fault,
    fields(node, what, known) {
      const found = new Map<string, Node | null>()
      const map = resolve(node)
      if (!isMap(map)) {
        if (!isBroken(node, map)) fault(node, `${what} must be a map of ${known.join(', ')}`)
        return found
      }
      for (const { key, value } of (map as YAMLMap<Node, Node | null>).items) {
        const name = isScalar(key) ? String(key.value) : ''
        if (known.includes(name)) found.set(name, value)
        else if (!name.startsWith('x-')) fault(key, `${name || 'this'} is no field of ${what}.${suggest(name, known)}`)
      }
      return found
    },
    list(node, what) {
      const list = resolve(node)
      if (isSeq(list)) return list.items as (Node | null)[]
      return isBroken(node, list) ? undefined : fault(node, `${what} must be a list`)
    },
    text(node, what) {
      const text = resolve(node)
      if (isScalar(text) && typeof text.value === 'string' && text.value !== '') return text.value
      return isBroken(node, text) ? undefined : fault(node, `${what} must be a text`)
    },
    value(node) {
      if (isAlias(node) && !resolve(node)) return undefined
      try {
        return node === null || node === undefined ? undefined : (node.toJS(document) as unknown)
      } catch (error) {
        // Aliases of aliases, a bomb
        return fault(node, (error as Error).message)
      }
    },
  }
}

function suggest(name: string, known: readonly string[]): string {
  const near = known.find((one) => one.toLowerCase() === name.toLowerCase()) ?? known.find((one) => isNear(name, one))
  return near === undefined ? ` It may have ${known.join(', ')}.` : ` Did you mean ${near}?`
}

/** Whether one change of a letter, or two letters in the wrong order, make one of the other. */
function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let at = 0
  while (at < a.length && at < b.length && a[at] === b[at]) at++
  const [restA, restB] = [a.slice(at), b.slice(at)]
  const swapped = restA.slice(0, 2) === [...restB.slice(0, 2)].reverse().join('') && restA.slice(2) === restB.slice(2)
  return swapped || restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1)
}
