import { describe, expect, it } from 'vitest'
import * as rules from './index.ts'

const { account, email, emailOrMobile, icode, ingestKeyName, mobile, modelName, projectName, tokenName, vcode } = rules
const {
  pvalue: { rule: pvalue },
  cvalue: { rule: cvalue },
} = rules.parametersOf('Holistic')

type Case = [rule: rules.Rule, accepted: string[], refused: string[]]

const LONG = 'a'.repeat(64)
const cases: Record<string, Case> = {
  account: [
    account,
    ['abcdef', 'ABC123', '123456', 'a'.repeat(30)],
    ['', 'abcde', 'a'.repeat(31), 'abc def', 'abc_def', 'abcdé1', '账号账号账号', 'abcdef\n', ' abcdef'],
  ],
  password: [
    rules.password,
    ['Abcdef1!', `Aa1_${'x'.repeat(26)}`, 'A1a!@#$%^&*_'],
    [
      ...['', 'Abcde1!', `Aa1_${'x'.repeat(27)}`, 'abcdef1!', 'ABCDEF1!', 'Abcdefg!', 'Abcdefg1'],
      ...['Abcdef1! ', 'Abcdef1-!', 'Abcdef1!é', 'Abcdef1!密', 'Abcdef1!\n'],
    ],
  ],
  email: [
    email,
    ['a@b.co', 'A.B+c@Example.COM', "o'neil@mail.example.org", '1@2.3', `${LONG}@example.com`],
    [
      ...[
        '',
        'a',
        'a@b',
        '@b.co',
        'a@',
        'a b@c.de',
        'a@b..co',
        '.a@b.co',
        'a.@b.co',
        'a..b@c.de',
        'a@-b.co',
        'a@b-.co',
      ],
      ...['a@b.co\n', 'a@b.co ', 'a@b@c.de', '用户@例子.广告', `${LONG}a@example.com`, `a@${'b'.repeat(64)}.co`],
      `a@${'bcd.'.repeat(64)}com`,
    ],
  ],
  emailOrMobile: [
    emailOrMobile,
    ['USER@EXAMPLE.COM', '13800138000', '8613800138000'],
    ['', 'user', '12345', '1380013800'],
  ],
  vcode: [vcode, ['000000', '123456'], ['', '12345', '1234567', '12345a', '１２３４５６', '123456\n']],
  icode: [icode, ['abc123', 'ABCDEF', '000000'], ['', 'abc12', 'abc1234', 'abc-12', 'abc 12', '邀请码邀请码']],
  modelName: [
    modelName,
    ['m', 'checkout', '结账', 'a.b-c/d', 'x'.repeat(100)],
    ['', 'a b', 'a_b', 'a:b', 'a@b', 'a,b', 'a\tb', 'a b', 'x'.repeat(101)],
  ],
  projectName: [
    projectName,
    ['shop', '商城', '...', 'a.b-c/d', 'x'.repeat(100)],
    ['', '.', '..', 'a b', 'a_b', 'a:b', 'a@b', 'x'.repeat(101)],
  ],
  ingestKeyName: [ingestKeyName, ['web servers', '😀'.repeat(100)], ['', '   ', 'x'.repeat(101)]],
  tokenName: [tokenName, ['ci', 'ci of 王', 'x'.repeat(100), '😀'.repeat(100)], ['', '   ', 'x'.repeat(101)]],
}

describe.each(Object.entries(cases))('rule %s', (_name, [rule, accepted, refused]) => {
  it.each(accepted)('accepts %j', (value) => expect(rule.test(value)).toBe(true))
  it.each(refused)('refuses %j', (value) => expect(rule.test(value)).toBe(false))
})

describe('csvField', () => {
  it.each([
    ['=1+cmd', "'=1+cmd"],
    ['+SUM(1),"x"', `"'+SUM(1),""x"""`],
    ['@x', "'@x"],
    ['-2+3', "'-2+3"],
    ['\tx', "'\tx"],
    ['\rx', `"'\rx"`],
    ['-', "'-"],
    ['-1.5e-3', '-1.5e-3'],
    ['-1,5', '"-1,5"'],
    ['a-b', 'a-b'],
    [-2e-9, '-2e-9'],
    ['-[NSView draw] is (not) used', '-[NSView draw] is (not) used'],
    ['-[book.xls]sheet!A1', "'-[book.xls]sheet!A1"],
  ])('writes %j as %s', (value, field) => expect(rules.csvField(value)).toBe(field))
})

describe('rule mobile', () => {
  const ofSpecification = (prefix: string) =>
    /^1[38]/.test(prefix) ||
    ['145', '147'].includes(prefix) ||
    (/^15/.test(prefix) && prefix !== '154') ||
    isSeventeen(prefix)
  const isSeventeen = (prefix: string) => ['170', '176', '177', '178'].includes(prefix)

  it('accepts the prefixes from 100 to 199 that the specification lists', () => {
    const prefixes = Array.from({ length: 100 }, (_, index) => String(100 + index))
    const accepted = prefixes.filter((prefix) => mobile.test(`${prefix}12345678`))
    expect(accepted).toEqual(prefixes.filter(ofSpecification))
    expect(accepted).toHaveLength(20 + 2 + 9 + 4)
  })

  it.each(['013800138000', '8613800138000'])('accepts the optional prefix of %s', (value) => {
    expect(mobile.test(value)).toBe(true)
  })

  it.each([
    ...['', '1380013800', '138001380000', '+8613800138000', '08613800138000', '86 13800138000', '138-0013-8000'],
    ...['23800138000', '13800138000 ', '13800138000\n'],
  ])('refuses %j', (value) => expect(mobile.test(value)).toBe(false))
})

describe('password.parts', () => {
  const unmet = (value: string) => rules.password.parts(value).flatMap(({ name, met }) => (met ? [] : [name]))

  it.each([
    ['', ['length', 'upper', 'lower', 'digit', 'special']],
    ['abc', ['length', 'upper', 'digit', 'special']],
    ['Abcdef1', ['length', 'special']],
    ['Abcdef1!', []],
    ['Abcdef1! ', ['allowed']],
    ['a'.repeat(31), ['length', 'upper', 'digit', 'special']],
  ])('names what %j does not meet yet', (value, expected) => expect(unmet(value)).toEqual(expected))

  it('meets all parts exactly if the rule passes', () => {
    const judged: [value: string, isValid: boolean][] = [
      ['', false],
      ['Abcde1!', false],
      ['Abcdef1!', true],
      [`Aa1_${'x'.repeat(26)}`, true],
      [`Aa1_${'x'.repeat(27)}`, false],
      ['Abcdef1!é', false],
      ['abcdef1!', false],
      ['Aa1!Aa1!', true],
    ]
    expect(judged.map(([value]) => [value, rules.password.test(value)])).toEqual(judged)
    expect(judged.map(([value]) => [value, unmet(value).length === 0])).toEqual(judged)
  })
})

describe('rules of numbers', () => {
  it.each([0, 0.5, 0.999999, '0', '.5', '0.99', '1e-3', ' 0.9 '])('pvalue accepts %j', (value) => {
    expect(pvalue.test(value)).toBe(true)
  })
  it.each([1, -0.1, 1.5, Number.NaN, '', ' ', 'abc', '0,9', '0x0', '1', '-0.1', 'Infinity'])(
    'pvalue refuses %j',
    (value) => {
      expect(pvalue.test(value)).toBe(false)
    },
  )
  it.each([1, 5, 1000, '1', '1000'])('cvalue accepts %j', (value) => expect(cvalue.test(value)).toBe(true))
  it.each([0, 1001, 2.5, -1, '', '0', '2.5', 'five', '1e2'])('cvalue refuses %j', (value) => {
    expect(cvalue.test(value)).toBe(false)
  })
  it('bounds an integer on the given sides', () => {
    expect(rules.integer().test('-7')).toBe(true)
    expect(rules.integer().test('7.0')).toBe(false)
    expect(rules.integer({ min: 0 }).test('-1')).toBe(false)
    expect(rules.integer({ max: 3 }).test(3)).toBe(true)
    expect(rules.integer({ min: 1, max: 3 }).prompt.en).toBe('Please enter a whole number from 1 to 3')
  })
})

describe('rules of texts', () => {
  it('treats white space as empty', () => {
    expect(rules.notEmpty.test(' \t')).toBe(false)
    expect(rules.notEmpty.test(' a ')).toBe(true)
  })
  it('counts user-perceived characters', () => {
    expect(rules.length({ min: 2, max: 2 }).test('😀密')).toBe(true)
    expect(rules.length({ min: 1 }).test('')).toBe(false)
    expect(rules.length({ max: 3 }).test('abcd')).toBe(false)
  })
  it.each([
    [{ min: 6, max: 6 }, 'Please enter exactly 6 characters'],
    [{ min: 2 }, 'Please enter at least 2 characters'],
    [{ max: 9 }, 'Please enter at most 9 characters'],
    [{ min: 2, max: 9 }, 'Please enter 2 to 9 characters'],
  ])('says the bounds %j', (bounds, prompt) => expect(rules.length(bounds).prompt.en).toBe(prompt))
  it('rejects bounds that nothing can meet', () => {
    expect(() => rules.length({ min: 3, max: 2 })).toThrow(RangeError)
    expect(() => rules.integer({ min: 3, max: 2 })).toThrow(RangeError)
  })
})

describe('prompts', () => {
  const fields = [
    account,
    rules.password,
    mobile,
    emailOrMobile,
    vcode,
    icode,
    email,
    modelName,
    projectName,
    ingestKeyName,
    pvalue,
    cvalue,
    tokenName,
    rules.parametersOf('DBScan').pvalue.rule,
    rules.parametersOf('DBScan').cvalue.rule,
  ]

  it('exist in English and Chinese', () => {
    for (const { prompt } of [...fields, ...rules.password.parts('')]) {
      expect(prompt.en).toMatch(/^[\x20-\x7e]+$/)
      expect(prompt['zh-CN']).toMatch(/[\u4e00-\u9fff]/)
    }
  })

  it('match the meanings in the specification in English', () => {
    expect(account.prompt.en).toBe('The account consists of 6-30 English letters or digits')
    expect(rules.password.prompt.en).toBe(
      'The password is 8-30 characters and must include upper and lower case letters, digits and special characters',
    )
    expect(mobile.prompt.en).toBe('Please enter a correct mobile number')
    expect(emailOrMobile.prompt.en).toBe('Please enter an e-mail address or mobile number')
    expect(vcode.prompt.en).toBe('Please enter the SMS verification code')
    expect(icode.prompt.en).toBe('Please enter the six-character invitation code obtained from a friend')
    expect(email.prompt.en).toBe('Please enter a correct e-mail address')
  })

  it('name their own field and its limits in Chinese', () => {
    expect(account.prompt['zh-CN']).toMatch(/账号.*6-30/)
    expect(rules.password.prompt['zh-CN']).toMatch(/密码.*8-30/)
    expect(mobile.prompt['zh-CN']).toMatch(/手机号码$/)
    expect(mobile.prompt['zh-CN']).not.toContain('邮箱')
    expect(emailOrMobile.prompt['zh-CN']).toMatch(/邮箱.*手机号码/)
    expect(vcode.prompt['zh-CN']).toMatch(/短信验证码/)
    expect(icode.prompt['zh-CN']).toMatch(/六位邀请码/)
    expect(email.prompt['zh-CN']).toMatch(/邮箱/)
    expect(email.prompt['zh-CN']).not.toContain('手机')
  })
})
