import { AmazonFault } from './amazon-fault.ts'

/** Refuses a request without a field that it must have, or with one that is not known. */
export function requireFields(
  request: Readonly<Record<string, unknown>>,
  required: readonly string[],
  optional: readonly string[],
): void {
  for (const name of required)
    if (request[name] === undefined)
      throw new AmazonFault(400, 'MissingParameter', `The request must contain the parameter ${name}.`)
  for (const name of Object.keys(request))
    if (!required.includes(name) && !optional.includes(name))
      throw new AmazonFault(400, 'InvalidParameterValue', `The parameter ${name} is not known.`)
}
