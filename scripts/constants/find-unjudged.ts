import { isOfAccuracy, tables } from './origin.ts'
import { type TracedConstant, tablesOnOwnData } from './trace-constants.ts'

/**
 * What is missing where constants were chosen on the data of a table: that a search chose values of them elsewhere as well, and that another table, none of
 * whose data they were chosen on, judges those of the engine.
 *
 * @param elsewhere the constants, as file and name, that were chosen elsewhere as well
 */
export function findUnjudged(constants: readonly TracedConstant[], elsewhere: ReadonlySet<string>): string[] {
  return constants.flatMap((constant) => {
    const own = tablesOnOwnData(constant)
    if (own.length === 0) return []
    const said = `${constant.name} of ${constant.file} was chosen on the data of ${own.join(', ')}`
    const isJudged = constant.judgedBy.some((table) => !own.includes(table) && tables[table].some(isOfAccuracy))
    return [
      ...(elsewhere.has(`${constant.file} ${constant.name}`) ? [] : [`${said}, and nowhere else as well`]),
      ...(isJudged ? [] : [`${said}, and no table of other data judges it`]),
    ]
  })
}
