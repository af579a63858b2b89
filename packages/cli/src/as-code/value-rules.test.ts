import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ALERT_RULES, BACKFILL_RULE, faultOfNumber, HOUR_RULE, type NumberRule, SETTING_RULES } from './value-rules.ts'

interface Schema {
  readonly [name: string]: unknown
}

const document = JSON.parse(
  readFileSync(new URL('../../../server/src/generated/openapi.json', import.meta.url), 'utf8'),
) as { paths: Record<string, Record<string, Schema>> }

function fieldsOf(path: string): Record<string, Schema> {
  const { requestBody } = document.paths[path]!.post as { requestBody: { content: Record<string, { schema: Schema }> } }
  return resolve(requestBody.content['application/json']!.schema).properties as Record<string, Schema>
}

function resolve(schema: Schema): Schema {
  if (typeof schema.$ref !== 'string') return schema
  return schema.$ref
    .split('/')
    .slice(1)
    .reduce<Schema>((at, name) => at[name] as Schema, document as unknown as Schema)
}

function ruleOf(given: Schema): NumberRule {
  const schema = resolve(given)
  const types = [schema.type].flat()
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema as Record<string, number>
  return {
    min: (minimum ?? exclusiveMinimum)!,
    max: (maximum ?? exclusiveMaximum)!,
    ...(types.includes('integer') && { isWhole: true }),
    ...(exclusiveMinimum !== undefined && { excludes: 'min' as const }),
    ...(exclusiveMaximum !== undefined && { excludes: 'max' as const }),
    ...(types.includes('null') && { orNull: true }),
  }
}

describe('numbers in a file', () => {
  it('have the limits of the API', () => {
    const rulesOf = (path: string, rules: object) =>
      Object.fromEntries(Object.keys(rules).map((name) => [name, ruleOf(fieldsOf(path)[name]!)]))
    expect(SETTING_RULES).toEqual(rulesOf('/add-custom-project', SETTING_RULES))
    expect(ALERT_RULES).toEqual(rulesOf('/emailAlertSetting', ALERT_RULES))
    expect(HOUR_RULE).toEqual(ruleOf(fieldsOf('/reports/schedules').hour!))
    expect(BACKFILL_RULE).toEqual(ruleOf(fieldsOf('/add-google-project').backfillDays!))
  })

  it.each([
    [5, SETTING_RULES.cvalue, undefined],
    [5.5, SETTING_RULES.cvalue, 'must be a whole number from 1 to 1000'],
    ['5', SETTING_RULES.cvalue, 'must be a whole number from 1 to 1000'],
    [1, SETTING_RULES.pvalue, 'must be a number from 0 and below 1'],
    [0, BACKFILL_RULE, 'must be a number above 0 and up to 3650'],
    [null, ALERT_RULES.escalateMinutes, undefined],
    [0, ALERT_RULES.escalateMinutes, 'must be a whole number from 1 to 10080, or null'],
    [Number.NaN, SETTING_RULES.samplingInterval, 'must be a number from 0.016666 to 1440'],
  ])('%s: %s', (value, rule, fault) => {
    expect(faultOfNumber(value, rule!)).toBe(fault)
  })
})
