import type { IncomingHttpHeaders } from 'node:http'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { openapiDocument, readOperations, type SpecOperation } from './openapi-document.ts'

/** A request as it came over the wire; `path` is below the base of the API. */
export interface CheckedRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Buffer
}

const DOCUMENT_ID = 'openapi.json'
const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

/** Checks requests of clients and responses of a test double against the API description. */
export interface OpenapiChecker {
  /** Faults of a request; empty if it is valid. Raw and multipart bodies are not checked. */
  requestFaults(request: CheckedRequest): string[]
  /** Faults of a response; one that is not described as JSON is not checked. */
  answerFaults(request: CheckedRequest, status: number, body: unknown): string[]
}

/** A checker that reads the API description once. */
export function createOpenapiChecker(): OpenapiChecker {
  const operations = readOperations()
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false })
  const converting = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, coerceTypes: 'array' })
  for (const one of [ajv, converting]) {
    addFormats.default(one)
    one.addFormat('binary', true)
    one.addSchema(openapiDocument, DOCUMENT_ID)
  }
  const compiled = new Map<string, ValidateFunction>()
  const faultsOf = (where: string, pointer: string, value: unknown, by: Ajv2020): string[] => {
    const key = `${by === ajv ? 'as is' : 'converted'} ${pointer}`
    const validate = compiled.get(key) ?? by.compile({ $ref: `${DOCUMENT_ID}#${pointer}` })
    compiled.set(key, validate)
    return validate(value) ? [] : [`${where}: ${by.errorsText(validate.errors)}`]
  }
  const find = ({ method, path }: CheckedRequest): SpecOperation | undefined =>
    operations.find((one) => one.method === method && one.pattern.test(path))
  const name = ({ method, path }: CheckedRequest): string => `${method} ${path}`

  return {
    requestFaults(request) {
      const operation = find(request)
      if (!operation) return [`${name(request)}: there is no such operation`]
      const values = parameterValues(request, operation)
      const parameters = operation.parameters.flatMap((one) => {
        const value = values.get(`${one.in} ${one.name}`)
        if (value === undefined) return one.required ? [`${name(request)}: ${one.in} ${one.name} is missing`] : []
        return faultsOf(`${name(request)} ${one.in} ${one.name}`, one.pointer, value, converting)
      })
      const unknown = [...request.query.keys()].filter((key) => !values.has(`query ${key}`))
      const type = (request.headers['content-type'] ?? '').split(';')[0]!
      const pointer = operation.bodies.get(type)
      if (request.body.length > 0 && operation.bodies.size > 0 && pointer === undefined)
        return [...parameters, `${name(request)}: a body of type ${type} is not described`]
      const body =
        pointer === undefined || ![FORM, JSON_TYPE].includes(type)
          ? []
          : faultsOf(`${name(request)} body`, pointer, readBody(type, request.body), type === FORM ? converting : ajv)
      return [...parameters, ...unknown.map((key) => `${name(request)}: query ${key} is not described`), ...body]
    },
    answerFaults(request, status, body) {
      const operation = find(request)
      if (!operation) return []
      const { answers } = operation
      const pointer = answers.has(String(status)) ? answers.get(String(status)) : answers.get('default')
      if (pointer === undefined) return [`${name(request)}: status ${status} is not described`]
      return pointer === null ? [] : faultsOf(`${name(request)} answer ${status}`, pointer, body, ajv)
    },
  }
}

/** By location and name; a query parameter that occurs several times is a list. */
function parameterValues({ path, query, headers }: CheckedRequest, operation: SpecOperation): Map<string, unknown> {
  const inPath = Object.entries(operation.pattern.exec(path)?.groups ?? {})
  const values = new Map<string, unknown>(inPath.map(([key, value]) => [`path ${key}`, decodeURIComponent(value)]))
  for (const { name, in: location } of operation.parameters) {
    const all = query.getAll(name)
    if (location === 'query' && all.length > 0) values.set(`query ${name}`, all.length === 1 ? all[0] : all)
    if (location === 'header') values.set(`header ${name}`, headers[name.toLowerCase()])
  }
  return values
}

function readBody(type: string, body: Buffer): unknown {
  return type === FORM ? Object.fromEntries(new URLSearchParams(String(body))) : JSON.parse(String(body))
}
