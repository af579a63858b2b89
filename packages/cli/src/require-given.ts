import type { Argument, Command, Option } from 'commander'
import { UsageError } from './failures.ts'

const allowedEmpty = new WeakSet<Argument | Option>()

/** Marks an option or argument whose empty value has a meaning of its own. */
export function mayBeEmpty<One extends Argument | Option>(one: One): One {
  allowedEmpty.add(one)
  return one
}

/** Throws for an option or argument of a command whose value is empty: a variable of a script that is not set would silently mean a default. */
export function requireGiven(command: Command): void {
  for (let one: Command | null = command; one; one = one.parent)
    for (const option of one.options)
      if (!allowedEmpty.has(option) && hasEmpty(one.opts()[option.attributeName()])) throw emptyError(option.flags)
  command.registeredArguments.forEach((argument, at) => {
    if (!allowedEmpty.has(argument) && hasEmpty(command.processedArgs[at])) throw emptyError(`<${argument.name()}>`)
  })
}

function hasEmpty(value: unknown): boolean {
  return Array.isArray(value) ? value.some(hasEmpty) : typeof value === 'string' && value.trim() === ''
}

function emptyError(what: string): UsageError {
  return new UsageError(`${what} is empty`, 'Give it a value, or leave it out. In a script: is the variable set?')
}
