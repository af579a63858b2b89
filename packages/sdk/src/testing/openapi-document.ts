import { readFileSync } from 'node:fs'

/** A parameter or header of an operation. */
export interface SpecParameter {
  name: string
  in: 'path' | 'query' | 'header' | 'cookie'
  required?: boolean
}

/** An operation of the API description with JSON pointers to its schemas. */
export interface SpecOperation {
  operationId: string
  method: string
  /** Matches a path below the base, its groups being the path parameters. */
  pattern: RegExp
  parameters: (SpecParameter & { pointer: string })[]
  bodies: Map<string, string>
  /** By status or `default`; null where an answer is not JSON. */
  answers: Map<string, string | null>
}

type Node = Record<string, unknown>

/** The bundled API description, which the server validates with too. */
export const openapiDocument: Node = JSON.parse(
  readFileSync(new URL('../../../server/src/generated/openapi.json', import.meta.url), 'utf8'),
)

/** Every operation of the API description. */
export function readOperations(): SpecOperation[] {
  const methods = ['get', 'post', 'put', 'patch', 'delete']
  return Object.entries(openapiDocument.paths as Record<string, Node>).flatMap(([path, item]) =>
    methods.filter((method) => method in item).map((method) => readOperation(path, method)),
  )
}

function readOperation(path: string, method: string): SpecOperation {
  const { node: operation, pointer } = resolve(`/paths/${escapePointer(path)}/${method}`)
  const parameters = (operation.parameters ?? []) as unknown[]
  return {
    operationId: String(operation.operationId),
    method: method.toUpperCase(),
    pattern: new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
    parameters: parameters.map((_, index) => {
      const found = resolve(`${pointer}/parameters/${index}`)
      return { ...(found.node as unknown as SpecParameter), pointer: `${found.pointer}/schema` }
    }),
    bodies: operation.requestBody ? readContent(`${pointer}/requestBody`) : new Map(),
    answers: new Map(
      Object.keys(operation.responses as Node).map((status) => {
        const content = readContent(`${pointer}/responses/${status}`)
        return [status, content.get('application/json') ?? null]
      }),
    ),
  }
}

/** JSON pointers of schemas by media type. */
function readContent(at: string): Map<string, string> {
  const { node, pointer } = resolve(at)
  const types = Object.keys((node.content ?? {}) as Node)
  return new Map(types.map((type) => [type, `${pointer}/content/${escapePointer(type)}/schema`]))
}

function resolve(pointer: string): { node: Node; pointer: string } {
  const node = pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (at, part) => (at as Node)[part.replaceAll('~1', '/').replaceAll('~0', '~')],
      openapiDocument,
    ) as Node
  return typeof node.$ref === 'string' ? resolve(node.$ref.slice(1)) : { node, pointer }
}

function escapePointer(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1')
}
